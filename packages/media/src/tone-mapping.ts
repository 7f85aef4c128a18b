/** Phones record HLG or PQ: shown as it is, such a picture is grey. ffmpeg's filters that bring it to BT.709 4:2:0. */
export const TONE_MAPPING: readonly string[] = [
  "zscale=t=linear:npl=203",
  "format=gbrpf32le",
  "zscale=p=bt709",
  "tonemap=hable:desat=0",
  "zscale=t=bt709:m=bt709:r=tv",
  "format=yuv420p",
];
