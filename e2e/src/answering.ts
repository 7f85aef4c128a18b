import type { Page, Route } from "playwright-core";

/** For routes: what the server answers to each call of one request, as it is to reach the page. */
export const answering = (change: (procedure: string, answer: unknown) => unknown) => async (route: Route) => {
  const asked = decodeURIComponent(new URL(route.request().url()).pathname).split("/").at(-1)?.split(",") ?? [];
  try {
    const answers: unknown = await (await route.fetch()).json();
    await route.fulfill({ status: 207, json: [answers].flat().map((answer, at) => change(asked[at] ?? "", answer)) });
  } catch (error) {
    if (!isWaitedForByNobody(error)) throw error;
  }
};

/** The page was closed, or the route taken away, while the server was asked. */
const isWaitedForByNobody = (error: unknown) => error instanceof Error && /already handled|has been closed/.test(error.message);

export const FAILURE = { error: { message: "", code: -32_603, data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } } };

/** Of what one request asks for at once, these are answered with a failure. */
export const failing = (procedures: readonly string[]) =>
  answering((procedure, answer) => (procedures.includes(procedure) ? FAILURE : answer));

/** The page's next call to an address is carried out, and its answer lost. */
export const unanswered = (page: Page, address: string | RegExp) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
