import { BlockList, isIP } from "node:net";

/** IPv4 that is not for everybody, by IANA's registry of special addresses. */
const RESERVED_4: readonly (readonly [network: string, bits: number])[] = [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
  ] as const),
  ...([
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
  ] as const),
  ...([
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const),
];
/** Of IPv6 only what is given out as global, and of that not what leads to IPv4 by another way, nor what is for documents. */
const RESERVED_6: readonly (readonly [network: string, bits: number])[] = [
  ...([
    ["2001::", 23],
    ["2001:db8::", 32],
    ["2002::", 16],
    ["3fff::", 20],
  ] as const),
];

const reserved = new BlockList();
for (const [network, bits] of RESERVED_4) reserved.addSubnet(network, bits, "ipv4");
for (const [network, bits] of RESERVED_6) reserved.addSubnet(network, bits, "ipv6");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** Whether an address is anybody's on the internet: not this machine's, not this network's, not a tunnel into either. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, "ipv4");
  return family === 6 && global.check(address, "ipv6") && !reserved.check(address, "ipv6");
}
