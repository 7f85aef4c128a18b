/**
 * What a stream's page shows of it once it is known what airs, who takes it and who watched. Its code comes in one file: each part of it
 * by itself would be one more to ask for, and a page has ten. `LeftOut` is not among them: it is seldom there, and needs code that no
 * other part of the page does.
 */
export { TakenBefore } from "./destinations/taken-before.tsx";
export { TakenChart } from "./destinations/taken-chart.tsx";
export { ViewersBefore } from "./destinations/viewers-before.tsx";
export { YouTubeSaid } from "./destinations/youtube-said.tsx";
export { PlayedBefore } from "./on-air/played-before.tsx";
export { Renders } from "./on-air/renders.tsx";
