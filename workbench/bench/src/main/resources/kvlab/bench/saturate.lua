-- The requests of ./lab saturate: one method, the keys of a key space in random order, values of 64 bytes. They are made
-- before the load begins, so that making them costs the same for every server.
local requests = {}
local last = 0

function setup(thread)
   seed = (seed or 0) + 1
   thread:set("seed", seed)
end

function init(args)
   local method, space = args[1], tonumber(args[2])
   local value = method == "PUT" and string.rep("v", 64) or nil
   math.randomseed(seed)
   for i = 1, space do
      requests[i] = wrk.format(method, "/v0/entity?id=key-" .. i, nil, value)
   end
   for i = space, 2, -1 do
      local other = math.random(i)
      requests[i], requests[other] = requests[other], requests[i]
   end
end

function request()
   last = last % #requests + 1
   return requests[last]
end
