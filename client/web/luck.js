// How lucky everybody attacked: how many attacks were won, and how many the odds promised.
//
// Pure; called by the end screen and the replay. The chance of an attack follows from the numbers of dice alone: strictly more
// pips win.

/** @typedef {{count: number, won: number, expected: number}} Luck of a seat */

/** In how many ways so many dice show each sum. @type {number[][]} */
const WAYS = [[1]];

/** @param {number} dice @returns {number[]} */
function ways(dice) {
  for (let count = WAYS.length; count <= dice; count++) {
    const fewer = WAYS[count - 1];
    WAYS.push(Array.from({ length: 6 * count + 1 }, (_, sum) => [1, 2, 3, 4, 5, 6].reduce((all, face) => all + (fewer[sum - face] ?? 0), 0)));
  }
  return WAYS[dice];
}

/**
 * The chance that an attack is won.
 * @param {number} attack dice
 * @param {number} defense dice
 * @returns {number} from 0 to 1
 */
export function winChance(attack, defense) {
  const [ours, theirs] = [ways(attack), ways(defense)];
  let [below, won] = [0, 0];
  ours.forEach((count, sum) => {
    won += count * below;
    below += theirs[sum] ?? 0;
  });
  return won / 6 ** (attack + defense);
}

/**
 * The luck of each seat.
 * @param {Wire.EventView[]} events in order; others than actions and rolls are passed over
 * @param {number} seats
 * @returns {Luck[]}
 */
export function luckOf(events, seats) {
  const luck = Array.from({ length: seats }, () => ({ count: 0, won: 0, expected: 0 }));
  let seat = 0;
  for (const event of events) {
    if (event.acted) seat = event.acted.seat;
    const battle = event.rolled?.chance.chance.battle;
    if (!battle || !luck[seat]) continue;
    const [attack, defense] = [battle.attack, battle.defense].map((it) => it.reduce((all, face) => all + face, 0));
    luck[seat].count++;
    luck[seat].won += attack > defense ? 1 : 0;
    luck[seat].expected += winChance(battle.attack.length, battle.defense.length);
  }
  return luck;
}
