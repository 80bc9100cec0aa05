import type { Page, Route } from '@playwright/test';

/**
 * Answers requests of a page in the server's place until the returned function is called. Playwright's `unroute` is not used: with the page's last
 * route it turns off what holds requests, and of those just under way some are never answered.
 */
export async function intercept(page: Page, url: string | RegExp, answer: (route: Route) => unknown): Promise<() => void> {
  let isOver = false;
  await page.route(url, (route) => (isOver ? route.fallback() : answer(route)));
  return () => {
    isOver = true;
  };
}
