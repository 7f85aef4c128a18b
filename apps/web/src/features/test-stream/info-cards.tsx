import type { OnAirState, TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { Badge, Card, CardHeader, Fact, Facts, Notice } from "@nightjar/ui";
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
  return (
    <>
      <Card aria-labelledby="test-info">
        <CardHeader id="test-info" title="Test Stream Info" />
        <Facts>
          <Fact name="Status">
            <TestBadge isActive={status.isActive} />
          </Fact>
          <Fact name="Stream">{stream.title}</Fact>
          <Fact name="Current track">{currentTrack ? `${currentTrack.title} · ${currentTrack.artist}` : "–"}</Fact>
          <Fact name="Background">{background?.title ?? "Plain default"}</Fact>
          {status.isActive && <Fact name="Engine">{STATE_SENTENCES[status.state]}</Fact>}
          {status.isActive && <Fact name="Watching now">{status.viewers}</Fact>}
          {testStreamUrl !== null && (
            <Fact name="Test stream URL">
              <code className="text-xs">{testStreamUrl}</code>
            </Fact>
          )}
        </Facts>
        {status.isActive && status.reason !== null && (
          <Notice tone={status.state === "failed" ? "bad" : "info"} role="status" className="mx-5 mb-5">
            {status.reason}
          </Notice>
        )}
      </Card>
      <Elements elements={info.overlayElements} />
    </>
  );
}

function Elements({ elements }: { elements: TestStreamInfo["overlayElements"] }) {
  return (
    <Card aria-labelledby="test-overlay">
      <CardHeader
        id="test-overlay"
        title="Overlay Elements"
        description={elements.length === 0 ? "No template was chosen: the plain default is shown." : undefined}
      />
      <ul className="divide-y divide-line px-5 pt-1 pb-2 text-sm">
        {elements.map(({ id, name, type, isVisible }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="block truncate">{name}</span>
              <span className="text-xs text-dim">{type}</span>
            </span>
            <Badge tone={isVisible ? "good" : "neutral"}>{isVisible ? "Visible" : "Hidden"}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
