// The protocol's types for the page's code, from the protocol's own schema. Called by `check.sh`; what it writes is read by
// the type checker alone and kept nowhere. Law kept here: whatever the schema says that is not understood here is refused.

import { readFileSync, writeFileSync } from "node:fs";

/** What is said of a value beside its type, and changes no type here. */
const ASIDE = ["description", "title", "format", "minimum", "maximum", "default", "maxLength", "pattern", "additionalProperties"];

/** The text of a declaration file with one type for each definition, in the namespace `Wire`. */
export function declarations(given) {
  const schema = { ...given, $defs: joined(given.$defs, given.$defs) };
  const said = reachable(schema.$defs, "ClientMessage");
  const types = Object.entries(schema.$defs).map(([name, it]) => `  type ${name} = ${typeOf(it, !said.has(name))};\n`);
  return `declare namespace Wire {\n${types.join("")}}\n`;
}

/** A part of the schema in which an object that refers to another and has fields besides has the fields of both. */
function joined(part, defs) {
  if (Array.isArray(part)) return part.map((it) => joined(it, defs));
  if (part === null || typeof part !== "object") return part;
  const whole = Object.fromEntries(Object.entries(part).map(([name, it]) => [name, joined(it, defs)]));
  if (typeof whole.$ref !== "string" || !whole.properties) return whole;
  const { $ref, ...own } = whole;
  const other = joined(defs[$ref.replace("#/$defs/", "")], defs);
  return { ...other, ...own, properties: { ...other.properties, ...own.properties }, required: [...(other.required ?? []), ...(own.required ?? [])] };
}

/** The names of all definitions that one of them leads to. */
function reachable(defs, from, known = new Set()) {
  if (known.has(from)) return known;
  known.add(from);
  for (const [, name] of JSON.stringify(defs[from]).matchAll(/"#\/\$defs\/(\w+)"/g)) reachable(defs, name, known);
  return known;
}

function typeOf(schema, isRead) {
  if (JSON.stringify(schema.not) === "{}") return "never";
  const [kind, rest] = split(schema);
  if (schema.$ref) return schema.$ref.replace("#/$defs/", "");
  if (schema.oneOf ?? schema.anyOf) return union(schema.oneOf ?? schema.anyOf, isRead);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((it) => JSON.stringify(it)).join(" | ");
  if (Array.isArray(kind)) return kind.map((type) => typeOf({ ...rest, type }, isRead)).join(" | ");
  switch (kind) {
    case "integer": case "number": return "number";
    case "string": case "boolean": case "null": return kind;
    case "array": return list(schema, isRead);
    case "object": return object(schema, isRead, []);
    default: throw new Error(`no type for ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

/** The kind of a value and what else is said of it; a word that is not known here is refused. */
function split({ type, ...rest }) {
  const known = [...ASIDE, "$ref", "oneOf", "anyOf", "const", "enum", "items", "prefixItems", "minItems", "maxItems", "properties", "required", "not"];
  const unknown = Object.keys(rest).filter((it) => !known.includes(it));
  if (unknown.length) throw new Error(`the schema says ${unknown}, which is not understood here`);
  return [type, rest];
}

function list({ items, prefixItems, minItems, maxItems }, isRead) {
  if (prefixItems) return `[${prefixItems.map((it) => typeOf(it, isRead)).join(", ")}]`;
  const item = typeOf(items, isRead);
  const isPair = minItems !== undefined && minItems === maxItems && minItems < 4;
  return isPair ? `[${Array(minItems).fill(item).join(", ")}]` : `(${item})[]`;
}

/** One of several; whoever reads may ask for the keys of any of them, and finds nothing in the others. */
function union(variants, isRead) {
  const keys = [...new Set(variants.flatMap((it) => Object.keys(it.properties ?? {})))];
  const parts = variants.map((it) => {
    if (it.properties) return object(it, isRead, keys.filter((key) => !(key in it.properties)));
    const isName = isRead && keys.length > 0 && typeof it.const === "string";
    return isName ? `(${JSON.stringify(it.const)} & ${none(keys)})` : typeOf(it, isRead);
  });
  return `(${parts.join(" | ")})`;
}

const none = (keys) => `{ ${keys.map((it) => `readonly ${it}?: undefined`).join("; ")} }`;

function object({ properties = {}, required = [], additionalProperties }, isRead, absent) {
  if (additionalProperties !== false && additionalProperties !== undefined) {
    return `Record<string, ${typeOf(additionalProperties, isRead)}>`;
  }
  const lines = Object.entries(properties).map(([name, it]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(it, isRead)}`);
  return `{ ${[...lines, ...absent.map((it) => `${it}?: undefined`)].join("; ")} }`;
}

if (process.argv[2]) {
  const [, , schema, to] = process.argv;
  writeFileSync(to, declarations(JSON.parse(readFileSync(schema, "utf8"))));
}
