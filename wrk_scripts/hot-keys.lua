-- Reads few keys often and many seldom, close to Zipf's law: k0 most of all, then k1, k2 … Checks what comes.
--
--    keys=100000        the key space: k0 to k99999; write it first, with put.lua
--    skew=0.99          0 to 3. 0 is none; with 0.99 k0 gets 5.7 % of all reads and the first 1,000 keys 59 %
--    verify=yes         no: leave the answers unchecked, which saves some of wrk's CPU time
--    version=1          a value of an older version is wrong
--    seed=1             the same seed gives each thread the same keys in the same order
--    replicas=ack/from  sent with each request; left out unless given
--    value: taken, as by all scripts, and not needed, since a value tells its own length
--
-- wrk2 -t2 -c64 -d20s -R10000 -s wrk_scripts/hot-keys.lua http://127.0.0.1:8080 -- keys=100000 skew=0.99

local kv = dofile((debug.getinfo(1, "S").source:match("^@(.*/)") or "") .. "kv.lua")
local keys, exponent, span

setup = kv.setup

-- Density x^-skew between 1 and keys + 1, and its integral turned round: one power, and no table of all keys.
function init(args)
   local options = kv.start(args, { verify = kv.yes, skew = kv.number(0.99, 0, 3, kv.decimal) })
   keys = options.keys
   exponent = options.skew == 1 and 1e-9 or 1 - options.skew
   span = (keys + 1) ^ exponent - 1
   if options.verify == "yes" then kv.verify(options.version) end
end

function request()
   local rank = math.floor((1 + span * math.random()) ^ (1 / exponent))
   return kv.get((rank - 1) % keys)
end

function done()
   kv.report_verify()
end
