package kvlab.wrk2;

/**
 * The URL, taken apart.
 *
 * @param url as it was given
 * @param host a name or an address; of an IPv6 address without its brackets
 * @param port as it was given, or null
 * @param path with the query, at least {@code /}
 */
record Target(String url, String scheme, String host, String port, String path) {}
