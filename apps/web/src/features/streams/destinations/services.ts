/** Where well-known services are sent to; whoever chooses one has only to paste its key. */
export const SERVICES = [
  { name: "YouTube", rtmpUrl: "rtmps://a.rtmps.youtube.com:443/live2", hint: "YouTube Studio, Go live, Stream: copy the stream key." },
  { name: "Twitch", rtmpUrl: "rtmp://live.twitch.tv/app", hint: "Creator Dashboard, Settings, Stream: copy the primary stream key." },
  {
    name: "Facebook",
    rtmpUrl: "rtmps://live-api-s.facebook.com:443/rtmp",
    hint: "Live Producer, Streaming software: copy the stream key.",
  },
  {
    name: "Kick",
    rtmpUrl: "rtmps://fa723fc1b171.global-contribute.live-video.net:443/app",
    hint: "Creator Dashboard, Settings, Stream: copy the key, and compare the address with the one that stands there.",
  },
] as const;

export const OWN_SERVER = "Own server";
export type ServiceName = (typeof SERVICES)[number]["name"] | typeof OWN_SERVER;

/** The service that an address belongs to, by its host; an empty one belongs to nobody yet. */
export function serviceOf(rtmpUrl: string): ServiceName {
  const host = URL.parse(rtmpUrl)?.hostname.toLowerCase();
  if (host === undefined) return OWN_SERVER;
  return SERVICES.find((service) => new URL(service.rtmpUrl).hostname === host)?.name ?? OWN_SERVER;
}

/** What choosing a service leaves in the field of the address: one's own is kept, that of another service is not. */
export function addressFor(name: string, typed: string): string {
  const service = SERVICES.find((known) => known.name === name);
  if (service) return service.rtmpUrl;
  return serviceOf(typed) === OWN_SERVER ? typed : "";
}

/** Where the key of a service is found; null: its owner knows. */
export function keyHintOf(rtmpUrl: string): string | null {
  const name = serviceOf(rtmpUrl);
  return SERVICES.find((service) => service.name === name)?.hint ?? null;
}
