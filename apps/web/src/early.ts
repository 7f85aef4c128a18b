// A file of its own that waits for nothing: the account is asked for while the rest of the studio is still on its way.
// It imports nothing, else it would wait for what it imports; a test holds its words to those of the session.

const token = localStorage.getItem("authToken");
// Where the studio is there already, it has asked by itself.
if (token !== null && globalThis.nightjarEarly === undefined) {
  const url = "/trpc/auth.me?batch=1&input=%7B%7D";
  const answer = fetch(url, { headers: { authorization: `Bearer ${token}` } });
  // Whoever takes it hears of a failure.
  answer.catch(() => undefined);
  Object.assign(globalThis, { nightjarEarly: { token, answer } });
}

export {};
