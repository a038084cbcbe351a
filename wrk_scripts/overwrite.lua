-- Writes few keys again and again, each time with a new version and so with other bytes.
--
--    keys=16            the key space: k0 to k15
--    value=64           bytes of a value; it is never shorter than its head, "k42 v1 64 "
--    version=1          of the first value; each thread counts up from there
--    replicas=ack/from  sent with each request; left out unless given
--    seed=1             taken, as by all scripts, and not needed: the order is fixed
--
-- done() says which version every key should have reached, so that get.lua can look for writes that got lost.
--
-- wrk2 -t2 -c64 -d20s -R10000 -s wrk_scripts/overwrite.lua http://127.0.0.1:8080 -- keys=16 value=1024

local kv = dofile((debug.getinfo(1, "S").source:match("^@(.*/)") or "") .. "kv.lua")

setup = kv.setup

function init(args)
   local options = kv.start(args, { keys = kv.number(16, 1, 1e9) })
   version = options.version - 1
   kv.walk(0)
end

function request()
   version = version + 1
   return kv.put(kv.next(), version)
end

-- A write may overtake another on the next connection, so those of the last second prove nothing. And of a key's last
-- writes, as many may have failed as failed in all.
function done(summary)
   local keys, failed, sure = kv.threads[1]:get("keys"), kv.unanswered(summary) + summary.errors.status, math.huge
   local fewest = math.huge
   for _, thread in ipairs(kv.threads) do
      local sent = thread:get("sent")
      local settled = math.floor(sent - sent * 1e6 / summary.duration) - keys * (failed + 1)
      fewest = math.min(fewest, settled)
      sure = math.min(sure, thread:get("version") - sent + settled)
   end
   if fewest < 1 then
      print("versions: too few writes were answered to say which version every key has reached")
   else
      print(("versions: every key should be at %d or newer; to check: get.lua with keys=%d version=%d")
         :format(sure, keys, sure))
   end
end
