import { listAttention } from "../activity/attention.ts";
import { listActivity } from "../activity/recent-activity.ts";
import { json } from "../http/route.ts";
import { onBoth, room } from "../room.ts";

export const activityRoom = room("activity", {
  attention: onBoth(listAttention, json("GET /api/attention", "What waits for somebody, but for streams on air, the worst first")),
  recent: onBoth(listActivity, json("GET /api/activity", "What people did of late, newest first; the same done to many things is one")),
});
