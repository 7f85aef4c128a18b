import { type Scene, elementId, scene } from "@nightjar/contract";

/** The same scene with the figures of the audience. */
export const withStats = (base: Scene): Scene =>
  scene.parse({
    ...base,
    elements: [
      ...base.elements,
      {
        ...{ id: elementId.parse("stats"), type: "social-stats", xPosition: 1500, yPosition: 60, fontSize: 24 },
        ...{ fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true },
      },
    ],
  });
