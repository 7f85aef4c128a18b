export { type Engine, type EngineOptions, createEngine } from "./engine.ts";
