import type { Page, WebSocketRoute } from '@playwright/test';

/** Controls the socket between a page and the server: answers pass, are held, or the connection is down. */
export async function gateSockets(page: Page) {
  const open = new Set<WebSocketRoute>();
  let waiting: (() => void)[] | null = null;
  let isDown = false;
  let latest: string | null = null;
  let passed = 0;
  await page.routeWebSocket(/\/v1\/graphql$/, (socket) => {
    if (isDown) return void socket.close({ code: 1011 });
    open.add(socket);
    const server = socket.connectToServer();
    server.onMessage((message) => {
      // A socket that is about to be closed brings nothing more.
      if (isDown) return;
      const isAnswer = message.toString().includes('"type":"next"');
      const pass = () => {
        socket.send(message);
        if (!isAnswer) return;
        latest = message.toString();
        passed += 1;
      };
      if (isAnswer && waiting !== null) waiting.push(pass);
      else pass();
    });
  });
  return {
    /** Answers wait here. */
    hold(): void {
      waiting ??= [];
    },
    pass(): void {
      const held = waiting ?? [];
      waiting = null;
      for (const each of held) each();
    },
    /** The number of answers the page was sent. */
    passed: () => passed,
    isWaiting: () => (waiting?.length ?? 0) > 0,
    async down(): Promise<void> {
      isDown = true;
      waiting = null;
      for (const socket of open) await socket.close({ code: 1011 });
      open.clear();
    },
    up(): void {
      isDown = false;
    },
    /** Says, in the place of the server, that the latest answer is now another. */
    say(change: (data: unknown) => unknown): void {
      const answer = JSON.parse(latest ?? '{}') as { payload: { data: unknown } };
      const changed = JSON.stringify({ ...answer, payload: { data: change(answer.payload.data) } });
      for (const socket of open) socket.send(changed);
    },
  };
}
