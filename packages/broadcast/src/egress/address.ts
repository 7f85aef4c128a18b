const PORT_MAX = 65_535;

/** What the screens name a destination by; of an address that cannot be read, what stands in the place of its host. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#@]*)/i.exec(url)?.[1] ?? "";
}

/** What is wrong with a stored address that nothing can be sent to, as a sentence; null: it can be tried. */
export function addressFault(url: string): string | null {
  if (URL.canParse(url)) return null;
  const port = /:(\d+)$/.exec(hostOf(url))?.[1];
  if (port !== undefined && Number(port) > PORT_MAX)
    return `The destination's address cannot be used: its port ${port} is above ${PORT_MAX}.`;
  return "The destination's address cannot be used: its host cannot be read.";
}
