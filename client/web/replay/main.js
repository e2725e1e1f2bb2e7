// The replay with all that it needs: loaded by `main.js` when somebody wants to see a match again, so that whoever only plays loads nothing
// of it.

import { Replay } from "../screens/replay.js";
import { readMatch } from "./match_file.js";

/** The screen, and how a file is read. */
export const replays = { Replay, readMatch };
