-- The requests of ./lab bench: one method, the keys of a key space in random order. They are made before the load begins,
-- so that making them costs the same for every server.
local requests = {}
local last = 0

function setup(thread)
   seed = (seed or 0) + 1
   thread:set("seed", seed)
end

-- The arguments: a method, a path with %d where the key's number goes, how many keys, bytes of a value.
function init(args)
   local method, path, keys, bytes = args[1], args[2], tonumber(args[3]), tonumber(args[4])
   local value = bytes > 0 and string.rep("v", bytes) or nil
   math.randomseed(seed)
   for i = 1, keys do
      requests[i] = wrk.format(method, string.format(path, i), nil, value)
   end
   for i = keys, 2, -1 do
      local other = math.random(i)
      requests[i], requests[other] = requests[other], requests[i]
   end
end

function request()
   last = last % #requests + 1
   return requests[last]
end
