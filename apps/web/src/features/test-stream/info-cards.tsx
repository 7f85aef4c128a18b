import type { OnAirState, TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { Badge, Card, CardHeader, Fact, Facts, Notice } from "@nightjar/ui";
import { overlaySentence } from "./overlay-sentence.ts";
import { TestBadge } from "./rtmp-controls.tsx";

/** A test is on nobody's air, and so its states have words of their own. */
const STATE_SENTENCES: Readonly<Record<OnAirState, string>> = {
  off: "Nothing is sent.",
  preparing: "Being prepared",
  "on-air": "Sending",
  reconnecting: "Connecting again",
  slate: "Sending the slate",
  stopping: "Ending",
  failed: "Failed",
};

/** What is tested, and how it stands. */
export function InfoCards({ info, status }: { info: TestStreamInfo; status: TestStreamStatus }) {
  const { stream, currentTrack, background, testStreamUrl } = info;
  // What is being ended says why it ends: nobody needs to know.
  const reason = status.isActive || status.state === "off" ? status.reason : null;
  return (
    <>
      <Card aria-labelledby="test-info">
        <CardHeader id="test-info" title="Test Stream Info" />
        <Facts>
          <Fact name="Status">
            <TestBadge isActive={status.isActive} />
          </Fact>
          <Fact name="Stream">
            <bdi>{stream.title}</bdi>
          </Fact>
          <Fact name="Current track">
            <bdi>{currentTrack?.title ?? "–"}</bdi>
            {currentTrack && (
              <>
                {" "}
                · <bdi>{currentTrack.artist}</bdi>
              </>
            )}
          </Fact>
          <Fact name="Background">
            <bdi>{background?.title ?? "Plain default"}</bdi>
          </Fact>
          {status.isActive && <Fact name="Engine">{STATE_SENTENCES[status.state]}</Fact>}
          {status.isActive && <Fact name="Watching now">{status.viewers}</Fact>}
          {testStreamUrl !== null && (
            <Fact name="Test stream URL">
              <code className="text-xs">{testStreamUrl}</code>
            </Fact>
          )}
        </Facts>
        {reason !== null && (
          <Notice tone={status.isActive && status.state !== "failed" ? "info" : "bad"} role="status" className="mx-5 mb-5">
            {reason}
          </Notice>
        )}
      </Card>
      <Elements info={info} />
    </>
  );
}

function Elements({ info }: { info: TestStreamInfo }) {
  return (
    <Card aria-labelledby="test-overlay">
      <CardHeader id="test-overlay" title="Overlay Elements" description={overlaySentence(info)} />
      <ul className="divide-y divide-line px-5 pt-1 pb-2 text-sm">
        {info.overlayElements.map(({ id, name, type, isVisible }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0">
              <span dir="auto" className="block truncate">
                {name}
              </span>
              <span className="text-xs text-dim">{type}</span>
            </span>
            <Badge tone={isVisible ? "good" : "neutral"}>{isVisible ? "Visible" : "Hidden"}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
