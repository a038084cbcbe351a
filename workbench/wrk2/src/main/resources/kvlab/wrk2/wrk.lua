-- What a script finds when it is loaded: the table wrk with wrk2's functions and fields, and the objects that the hooks
-- are given. A state of its own for each thread, and one more for setup and done. `host` is what Java does for it.

local host = host_functions
host_functions, java = nil, nil

-- What Java refuses has no place in the script; the line that asked for it has one.
local function where()
   for level = 3, 100 do
      local info = debug.getinfo(level, "Sl")
      if not info then
         return ""
      elseif info.currentline > 0 and info.source ~= "=wrk" then
         return info.short_src .. ":" .. info.currentline .. ": "
      end
   end
end

for name, call in pairs(host) do
   if type(call) ~= "string" then
      host[name] = function(...)
         local done, result = pcall(call, ...)
         if not done then
            error(where() .. tostring(result):gsub("^[%a.]+Exception: ", ""), 0)
         end
         return result
      end
   end
end

io.stdout:setvbuf("line")
os.exit = function(code) host.exit(code == false and 1 or tonumber(code) or 0) end

wrk = {
   scheme = host.scheme, host = host.host, port = host.port, path = host.path,
   method = "GET", headers = {}, body = nil, thread = nil, addrs = nil,
}
package.loaded.wrk = wrk

-- Addresses: opaque to a script, which may print one, give it to wrk.connect or assign it to thread.addr.

local address_of = setmetatable({}, { __mode = "k" })

local function as_address(value)
   local address = address_of[value]
   if not address then
      error("expected an address, one that wrk.lookup returned; got a " .. type(value), 3)
   end
   return address
end

local function new_address(ip, port)
   local address = newproxy(true)
   getmetatable(address).__tostring = function() return ip .. ":" .. port end
   address_of[address] = { ip = ip, port = port }
   return address
end

local function new_addresses(text)
   local found = {}
   for ip, port in text:gmatch("(%S+) (%d+)") do
      found[#found + 1] = new_address(ip, port)
   end
   return found
end

function wrk.lookup(name, service)
   return new_addresses(host.lookup(tostring(name), tostring(service)))
end

function wrk.connect(address)
   local a = as_address(address)
   return host.connect(a.ip, a.port)
end

function wrk.time_us()
   return host.time_us()
end

function wrk.resolve(name, service)
   wrk.addrs = {}
   for _, address in ipairs(wrk.lookup(name, service)) do
      if wrk.connect(address) then
         table.insert(wrk.addrs, address)
      end
   end
end

-- Threads: a script keeps and passes them; what it sets and gets are the globals of that thread's state.

local function new_thread(index)
   local thread = newproxy(true)
   local meta = getmetatable(thread)
   local methods = {
      get = function(_, name) return host.get(index, tostring(name)) end,
      set = function(_, name, value) host.set(index, tostring(name), value) end,
      stop = function() host.stop(index) end,
   }
   meta.__index = function(_, name)
      if name == "addr" then
         return new_addresses(host.address(index))[1]
      end
      return methods[name]
   end
   meta.__newindex = function(_, name, value)
      if name ~= "addr" then
         error("cannot set '" .. tostring(name) .. "' of a thread; there is addr, and thread:set(name, value)", 2)
      end
      local a = as_address(value)
      host.set_address(index, a.ip, a.port)
   end
   return thread
end

function wrk.setup(thread)
   thread.addr = wrk.addrs[1]
   if type(setup) == "function" then
      setup(thread)
   end
end

function wrk.init(args)
   if not wrk.headers["Host"] then
      local name = wrk.host:find(":", 1, true) and "[" .. wrk.host .. "]" or wrk.host
      wrk.headers["Host"] = wrk.port and name .. ":" .. wrk.port or name
   end
   if type(init) == "function" then
      init(args)
   end
   local default = wrk.format()
   wrk.request = function() return default end
end

-- The headers in the order of their names: this LuaJIT walks through a table in another order each time it is started.
function wrk.format(method, path, headers, body)
   headers, body = headers or wrk.headers, body or wrk.body
   headers["Host"] = headers["Host"] or wrk.headers["Host"]
   headers["Content-Length"] = body and string.len(body)
   local lines = {}
   for name, value in pairs(headers) do
      lines[#lines + 1] = name .. ": " .. tostring(value) .. "\r\n"
   end
   table.sort(lines)
   return (method or wrk.method) .. " " .. (path or wrk.path) .. " HTTP/1.1\r\n"
      .. table.concat(lines) .. "\r\n" .. (body or "")
end

-- done(summary, latency, requests): the last two answer questions, they are no tables.

local function new_statistics(which)
   local statistics = newproxy(true)
   local meta = getmetatable(statistics)
   meta.__len = function() return host.statistic(which, "count", 0) end
   meta.__index = function(_, key)
      if type(key) == "number" then
         return host.statistic(which, "at", key)
      elseif key == "percentile" then
         return function(_, percentile) return host.statistic(which, "percentile", percentile) end
      elseif key == "min" or key == "max" or key == "mean" or key == "stdev" then
         return host.statistic(which, key, 0)
      end
   end
   return statistics
end

-- Bytes pass between Java and Lua through a piece of memory that both see, so that a request costs neither side an
-- object. It is a string, because a string is the only memory of Lua's that the library lets Java map. Equal strings are
-- one object, and this one is written to: so its end makes it one that no script has.

local ffi = require("ffi")
local window, bytes, size, last
local unlike = "\0window between Java and Lua\0"

local function open_window(at_least)
   size = math.max(at_least, 2 * (size or 32768))
   window = string.rep("\0", size) .. unlike
   bytes = ffi.cast("char *", window)
   return window
end

local entry = {}

entry.open_window = open_window

function entry.string(length)
   return ffi.string(bytes, length)
end

function entry.header(name, value)
   wrk.headers[name] = value
end

function entry.resolve()
   wrk.resolve(wrk.host, wrk.port or wrk.scheme)
   return #wrk.addrs
end

function entry.setup(index)
   wrk.setup(new_thread(index))
end

function entry.init(index, url, ...)
   wrk.thread = new_thread(index)
   wrk.init({ [0] = url, ... })
end

function entry.defines(name)
   return type(_G[name]) == "function"
end

-- The length of the next request, which is in the window, or nothing when it does not fit: then it waits for entry.last.
function entry.request()
   local text = (request or wrk.request)()
   if type(text) ~= "string" or text == "" then
      error("request() returned " .. (text == "" and "nothing" or tostring(text)) .. ", expected a string", 0)
   end
   if #text > size then
      last = text
      return -#text
   end
   ffi.copy(bytes, text, #text)
   return #text
end

function entry.last()
   ffi.copy(bytes, last, #last)
   return #last
end

-- Behind one another in the window: name and value of each header, each ended by a NUL, then the body.
function entry.response(status, heads, length)
   local headers = {}
   for name, value in ffi.string(bytes, heads):gmatch("([^%z]*)%z([^%z]*)%z") do
      headers[name] = value
   end
   response(status, headers, ffi.string(bytes + heads, length))
end

function entry.done(duration, requests, read, connect, readErrors, write, status, timeout)
   done({
      duration = duration,
      requests = requests,
      bytes = read,
      errors = { connect = connect, read = readErrors, write = write, status = status, timeout = timeout },
   }, new_statistics("latency"), new_statistics("requests"))
end

function entry.flush()
   io.stdout:flush()
end

return entry
