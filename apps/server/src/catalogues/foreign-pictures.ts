import type { ForeignPictures, PictureFetchRefusal } from "@nightjar/api";
import { lookup as resolve } from "node:dns";
import type { LookupAddress } from "node:dns";
import { request as requestHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

const WITHIN_MS = 10_000;
/** The Cover Art Archive leads over two of them. */
const REDIRECTS_MAX = 4;
const PORTS: ReadonlySet<string> = new Set(["", "80", "443"]);

/** All addresses that a name stands for. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

interface ForeignPicturesNeeds {
  /** Origins that the operator has named for the services: they may be anywhere, this machine included. */
  readonly trusted: ReadonlySet<string>;
  readonly userAgent: string;
  readonly resolveAll?: Resolve;
}

class Refusal extends Error {
  readonly why: PictureFetchRefusal;
  constructor(why: PictureFetchRefusal) {
    super(why);
    this.why = why;
  }
}

/**
 * Fetches a picture from an address that a service or a person wrote. Each name is resolved by us, every address of it is checked, and the
 * connection goes to one of those: a name that says something else the next moment leads nowhere. The same for each redirect.
 */
export function createForeignPictures({ trusted, userAgent, resolveAll = lookUp }: ForeignPicturesNeeds): ForeignPictures {
  const open = async (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const addresses = trusted.has(url.origin) ? null : await publicAddresses(url, resolveAll);
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = { "user-agent": userAgent, accept: "image/*" };
    const options = { headers, signal, agent: false, ...(addresses && { lookup: pinnedTo(addresses) }) };
    request(url, options, answer).on("error", reject).end();
    return promise;
  };
  const follow = async (from: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    let url = from;
    for (let redirects = 0; ; redirects++) {
      if (!/^https?:$/.test(url.protocol)) throw new Refusal("no-picture");
      const response = await open(url, signal);
      const { location } = response.headers;
      if (!isRedirect(response) || location === undefined) return response;
      response.destroy();
      if (redirects === REDIRECTS_MAX || !URL.canParse(location, url)) throw new Refusal("unreachable");
      url = new URL(location, url);
    }
  };
  return {
    async fetch(address, limitBytes) {
      if (!URL.canParse(address)) return "no-picture";
      try {
        return await pictureIn(await follow(new URL(address), AbortSignal.timeout(WITHIN_MS)), limitBytes);
      } catch (error) {
        return error instanceof Refusal ? error.why : "unreachable";
      }
    },
  };
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => [301, 302, 303, 307, 308].includes(statusCode);

/** @throws Refusal when one of them is not for everybody */
async function publicAddresses(url: URL, resolveAll: Resolve): Promise<readonly LookupAddress[]> {
  if (url.username !== "" || url.password !== "" || !PORTS.has(url.port)) throw new Refusal("private-address");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  // A connection to a number asks nobody for it, so that it is looked at here.
  const addresses = family === 0 ? await resolveAll(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new Refusal("unreachable");
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new Refusal("private-address");
  return addresses;
}

/** Answers with what was checked, whatever the name says by now. */
export const pinnedTo =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, answer) => {
    if (all) answer(null, [...addresses]);
    else answer(null, addresses[0]?.address ?? "", addresses[0]?.family);
  };

/** @throws Refusal when it is none, or larger than that */
async function pictureIn(response: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  try {
    const { statusCode = 0, headers } = response;
    if (statusCode !== 200) throw new Refusal(statusCode >= 500 ? "unreachable" : "no-picture");
    // Its bytes are looked at later; what says that it is something else is not even read.
    if (!/^image\/(jpeg|png|webp)\b/i.test(headers["content-type"] ?? "")) throw new Refusal("no-picture");
    if (Number(headers["content-length"] ?? 0) > limitBytes) throw new Refusal("too-large");
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response.setEncoding("latin1") as AsyncIterable<string>) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw new Refusal("too-large");
      chunks.push(Buffer.from(chunk, "latin1"));
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}

const lookUp: Resolve = (host) => {
  const { promise, resolve: answer, reject } = Promise.withResolvers<readonly LookupAddress[]>();
  resolve(host, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : answer(addresses)));
  return promise;
};
