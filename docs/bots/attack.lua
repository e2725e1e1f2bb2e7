#!/usr/bin/env lua
-- Attacks while the odds are good, passes otherwise; any move in games without dice. Needs Lua 5.3 or later, and no library.
--
-- dicehall bot --join 192.0.2.7 --lobby K7WQ2 --exec lua5.4 attack.lua

local GOOD_ODDS = 0.6

-- JSON, as much of it as the protocol needs. Null is nil.

local decode

local function skip(text, at)
  return text:find("%S", at) or #text + 1
end

local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function decode_string(text, at)
  local parts = {}
  at = at + 1
  while true do
    local stop = text:find('["\\]', at)
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:sub(stop, stop) == '"' then
      return table.concat(parts), stop + 1
    end
    local sign = text:sub(stop + 1, stop + 1)
    if sign == "u" then
      local code = tonumber(text:sub(stop + 2, stop + 5), 16)
      parts[#parts + 1] = (code < 0xD800 or code > 0xDFFF) and utf8.char(code) or "?"
      at = stop + 6
    else
      parts[#parts + 1] = ESCAPES[sign] or sign
      at = stop + 2
    end
  end
end

local function decode_many(text, at, close, read)
  local many = {}
  at = skip(text, at + 1)
  while text:sub(at, at) ~= close do
    at = skip(text, read(many, at))
    if text:sub(at, at) == "," then
      at = skip(text, at + 1)
    end
  end
  return many, at + 1
end

function decode(text, at)
  at = skip(text, at)
  local sign = text:sub(at, at)
  if sign == '"' then
    return decode_string(text, at)
  elseif sign == "{" then
    return decode_many(text, at, "}", function(many, here)
      local key, colon = decode_string(text, here)
      local value, after = decode(text, skip(text, colon) + 1)
      many[key] = value
      return after
    end)
  elseif sign == "[" then
    return decode_many(text, at, "]", function(many, here)
      local value, after = decode(text, here)
      many[#many + 1] = value
      return after
    end)
  end
  local word = text:match("^[%w+%-.]+", at)
  local words = { ["true"] = true, ["false"] = false }
  local value = words[word]
  if value == nil then
    value = math.tointeger(tonumber(word)) or tonumber(word)
  end
  return value, at + #word
end

local function encode(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[%c"\\]', function(sign)
      return ("\\u%04x"):format(sign:byte())
    end) .. '"'
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  if value[1] ~= nil then
    for _, it in ipairs(value) do
      parts[#parts + 1] = encode(it)
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, it in pairs(value) do
    parts[#parts + 1] = encode(key) .. ":" .. encode(it)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- The bot.

-- The number of the seat that a player holds, or nil.
local function seat_of(me, lobby)
  for at, seat in ipairs(lobby.seats) do
    local holder = seat.holder
    if type(holder) == "table" and holder.human and holder.human.player == me then
      return at - 1
    end
  end
end

-- The best attack that is good enough, or else one of the choices without odds: to pass, or to move.
local function choose(choices)
  local best
  local others = {}
  for _, it in ipairs(choices) do
    if not it.odds then
      others[#others + 1] = it
    elseif it.odds >= GOOD_ODDS and (not best or it.odds > best.odds) then
      best = it
    end
  end
  local from = #others > 0 and others or choices
  return best or from[math.random(#from)]
end

local function has(list, wanted)
  for _, it in ipairs(list) do
    if it == wanted then
      return true
    end
  end
  return false
end

local me, seat, told

for line in io.lines() do
  local message = decode(line, 1)
  if message.type == "snapshot" then
    me = message.you
  end
  if message.type == "snapshot" or message.type == "update" then
    if message.lobby then
      seat = seat_of(me, message.lobby)
    end
    if message.outcome and not told then
      local result = has(message.outcome.winners, seat) and "won" or "lost"
      io.stderr:write("attack.lua: ", result, "\n")
    end
    told = message.outcome ~= nil
  elseif message.type == "choices" then
    print(encode({ action = choose(message.choices).action }))
    io.stdout:flush()
  end
end
