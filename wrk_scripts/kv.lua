-- What the scripts of this folder share: arguments, keys, values, and the check of answers.
--
-- A value tells how it has to look, so any thread of any run can check it without knowing who wrote it:
--
--    k42 v1 64 qJw-8dY...    key k42, version 1, 64 bytes asked for, then noise up to that length
--
-- Key and version tell where in a fixed text the noise begins, so each byte that is right is known. No value is shorter
-- than its head: value=4 makes "k42 v1 4 ".
--
-- wrk runs one copy of a script in each thread, and none sees another. In the end done() reads their globals: numbers
-- and text only, since wrk2 hands tables over with keys and values exchanged.

local threads = {}
local kv = { threads = threads }
local match, sub, format = string.match, string.sub, string.format

function kv.setup(thread)
   thread:set("id", #threads)
   threads[#threads + 1] = thread
end

-- ---- arguments: the default, what is valid, and a function that gives nothing for text that is not

function kv.number(default, least, most, pattern)
   local kind = pattern and "a number" or "a whole number"
   return { default, format("%s from %.0f to %.0f", kind, least, most), function(text)
      local number = match(text, pattern or "^%d+$") and tonumber(text)
      return number and number >= least and number <= most and number
   end }
end

kv.decimal = "^%d*%.?%d+$"
kv.yes = { "yes", "yes or no", function(text) return match(text, "^yes$") or match(text, "^no$") end }

local function read_arguments(args, own)
   local known, options, names = {
      keys = kv.number(100000, 1, 1e9), value = kv.number(64, 0, 16777216), version = kv.number(1, 0, 1e9),
      seed = kv.number(1, 0, 1e9),
      replicas = { nil, "ack/from, as in 2/3", function(text) return match(text, "^%d+/%d+$") end },
   }, {}, {}
   for name, argument in pairs(own or {}) do known[name] = argument end
   for name, argument in pairs(known) do
      names[#names + 1] = name
      options[name] = argument[1]
   end
   table.sort(names)
   for _, arg in ipairs(args) do
      local name, text = match(arg, "^(%w+)=(.*)$")
      local argument = known[name or ""]
      if not argument then
         error(format("%s: not an argument; valid are name=value of %s", arg, table.concat(names, ", ")), 0)
      end
      options[name] = argument[3](text) or error(format("%s: %s is %s", arg, name, argument[2]), 0)
   end
   return options
end

-- ---- values

local period = 65521 -- longer than a database's block, so that values hardly compress
local noise

local function make_noise()
   local letters, chars, x = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", {}, 1
   for i = 1, period do
      x = x * 16807 % 2147483647
      chars[i] = sub(letters, x % 64 + 1, x % 64 + 1)
   end
   noise = table.concat(chars)
end

local function value_of(n, version, size)
   local head = "k" .. n .. " v" .. version .. " " .. size .. " "
   local from, length = (n * 40503 + version * 7919) % period, size - #head
   while #noise < from + length do noise = noise .. noise end
   return head .. sub(noise, from + 1, from + length)
end

-- ---- requests

local tail, size, position, waiting, oldest

-- Called by init(): reads the arguments, `own` being those that only this script has, and gives them by name.
function kv.start(args, own)
   local options = read_arguments(args, own)
   local lines = {}
   for name, text in pairs(wrk.headers) do lines[#lines + 1] = name .. ": " .. text .. "\r\n" end
   table.sort(lines)
   local replicas = options.replicas and "&replicas=" .. options.replicas or ""
   tail = replicas .. " HTTP/1.1\r\n" .. table.concat(lines)
   size = tostring(options.value)
   keys, missing, wrong, samples = options.keys, 0, 0, ""
   -- The first request of the first thread is never sent: wrk only counts how many are in it.
   sent = id == 0 and -1 or 0
   answered = 0
   math.randomseed(options.seed * 1024 + id)
   make_noise()
   -- wrk2's LuaJIT 2.0 finds a string by a hash of 16 of its bytes. In a GET none of them is in the key, so all GETs
   -- not yet collected share one chain, which is searched for each new one. Collecting early keeps it short.
   collectgarbage("setpause", 100)
   return options
end

local function count(what)
   sent = sent + 1
   if waiting and sent > 0 then waiting[what] = (waiting[what] or 0) + 1 end
end

function kv.get(n)
   count(n)
   return "GET /v0/entity?id=k" .. n .. tail .. "\r\n"
end

function kv.put(n, version)
   local value = value_of(n, version, size)
   count("PUT")
   return "PUT /v0/entity?id=k" .. n .. tail .. "Content-Length: " .. #value .. "\r\n\r\n" .. value
end

function kv.delete(n)
   count("DELETE")
   return "DELETE /v0/entity?id=k" .. n .. tail .. "\r\n"
end

-- ---- a walk through all keys

-- The arguments that kv.start() takes for it.
kv.walking = { from = kv.number(0, 0, 1e9) }

-- A thread does not know how many threads there are. Threads 0 and 1 start from key 0, one upwards and one downwards,
-- so that two meet wherever the faster one has got to. 2 and 3 start from 1/2 of the key space, 4 and 5 from 1/4, then
-- 3/4, 1/8, 5/8 …: 1, 2, 4 or 8 threads all have the same way to go; of 3 the first goes half the round alone. Each has
-- so many steps behind it already.
function kv.walk(steps)
   local pair, fraction, part = math.floor(id / 2), 0, 0.5
   while pair > 0 do
      fraction, pair, part = fraction + pair % 2 * part, math.floor(pair / 2), part / 2
   end
   step = id % 2 == 0 and 1 or -1
   first = math.floor(fraction * keys)
   if step < 0 then first = (first - 1) % keys end
   from = steps
   position = first + step * (id == 0 and from - 1 or from) -- one earlier where a request is thrown away
end

function kv.next()
   local n = position % keys
   position = n + step
   return n
end

function kv.unanswered(summary)
   local number = -summary.requests
   for _, thread in ipairs(threads) do number = number + thread:get("sent") end
   return number
end

-- Called by done(): how much of the key space the walks of all threads have covered. Requests without an answer do not
-- count; they are taken to be the last ones of whichever thread.
function kv.report_walk(summary, verb, fate)
   local keys, open, stretches, least = threads[1]:get("keys"), kv.unanswered(summary), {}, 1e9
   for _, thread in ipairs(threads) do
      local done = thread:get("from") + math.max(0, thread:get("sent") - open)
      local first, length = thread:get("first"), math.min(keys, done)
      least = math.min(least, done)
      if thread:get("step") < 0 then first = (first - length + 1) % keys end
      stretches[#stretches + 1] = { first, math.min(keys, first + length) }
      stretches[#stretches + 1] = { 0, first + length - keys }
   end
   table.sort(stretches, function(a, b) return a[1] < b[1] end)
   local covered, last = 0, 0
   for _, stretch in ipairs(stretches) do
      covered = covered + math.max(0, stretch[2] - math.max(last, stretch[1]))
      last = math.max(last, stretch[2])
   end
   if covered < keys then
      print(format("keys: %s %d of %d; a GET may %s the others; from=%d goes on there", verb, covered, keys, fate, least))
   end
   if summary.errors.status > 0 then
      print(format("keys: %d requests were refused; a GET may %s their keys too", summary.errors.status, fate))
   end
end

-- ---- the check of answers

-- An answer does not say which request it belongs to. So each thread counts the GETs under way by key, and a value is
-- right only if its key is one of them. 5xx and other refusals are neither missing nor wrong: wrk counts them itself.
function kv.verify(version)
   waiting, oldest, response, verified = {}, version, kv.check, true
end

local function take(what)
   local number = waiting[what]
   if number then waiting[what] = number > 1 and number - 1 or nil end
   return number
end

local function fault(body)
   local n, version, size = match(body, "^k(%d+) v(%d+) (%d+) ")
   if not n then return "not a value" end
   if not take(tonumber(n)) then return "no GET of this key was under way" end
   if tonumber(size) > #body then return "cut short" end
   if body ~= value_of(tonumber(n), version, size) then return "damaged" end
   if tonumber(version) < oldest then return "older than version " .. oldest end
end

function kv.check(status, headers, body)
   local reason
   if status == 200 then
      reason = fault(body)
   elseif status == 404 then
      missing = missing + 1
   elseif status < 400 and not take("PUT") then
      reason = "not an answer to a GET"
   end
   if reason then
      wrong = wrong + 1
      if wrong <= 3 then
         local start = sub(body, 1, 60):gsub("[^ -~]", function(c) return format("\\x%02x", c:byte()) end)
         samples = samples .. format('wrong: %d, %d bytes "%s": %s\n', status, #body, start, reason)
      end
   end
   -- A 404 or an error does not tell its key, so that one stays until nothing is under way.
   answered = answered + 1
   if answered == sent and next(waiting) then waiting = {} end
end

-- Called by done(); with verify=no it has nothing to say.
function kv.report_verify()
   local missing, wrong = 0, 0
   if not threads[1]:get("verified") then return end
   for _, thread in ipairs(threads) do
      io.write(thread:get("samples"))
      missing, wrong = missing + thread:get("missing"), wrong + thread:get("wrong")
   end
   print(format("verify: missing=%d wrong=%d", missing, wrong))
end

return kv
