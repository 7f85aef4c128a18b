import type { OnAirState, TestStreamInfo, TestStreamStatus } from "@nightjar/contract";
import { Badge, Card, CardHeader, Notice } from "@nightjar/ui";
import type { ReactNode } from "react";
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

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
      <dt className="text-dim">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What is tested, and how it stands. */
export function InfoCards({ info, status }: { info: TestStreamInfo; status: TestStreamStatus }) {
  const { stream, currentTrack, background, testStreamUrl } = info;
  return (
    <>
      <Card aria-labelledby="test-info">
        <CardHeader id="test-info" title="Test Stream Info" />
        <dl className="divide-y divide-line px-5 pt-1 pb-2 text-sm">
          <Line name="Status">
            <TestBadge isActive={status.isActive} />
          </Line>
          <Line name="Stream">{stream.title}</Line>
          <Line name="Current track">{currentTrack ? `${currentTrack.title} · ${currentTrack.artist}` : "–"}</Line>
          <Line name="Background">{background?.title ?? "Plain default"}</Line>
          {status.isActive && <Line name="Engine">{STATE_SENTENCES[status.state]}</Line>}
          {status.isActive && <Line name="Watching now">{status.viewers}</Line>}
          {testStreamUrl !== null && (
            <Line name="Test stream URL">
              <code className="text-xs">{testStreamUrl}</code>
            </Line>
          )}
        </dl>
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
