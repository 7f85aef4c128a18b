// The popup that comes back from a service's page of consent: tells who opened it, at our own origin alone, and closes.
const { message } = document.body.dataset;
document.querySelector("button")?.addEventListener("click", () => window.close());
if (message) {
  // An opener that the service's own policy has cut off hears the channel, and knows by the state that it is meant.
  const channel = new BroadcastChannel("nightjar-consent");
  channel.postMessage(`${message} ${new URLSearchParams(window.location.search).get("state")}`);
  channel.close();
  window.opener?.postMessage(message, window.location.origin);
  window.close();
}
