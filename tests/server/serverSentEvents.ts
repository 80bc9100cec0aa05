/** A live query by server-sent events, as a page or a program would follow it. */
export function serverSentEvents(
  address: string,
  query: string,
  { access, publicKey }: { readonly access?: string; readonly publicKey?: string },
) {
  const answers: unknown[] = [];
  const left = new AbortController();
  let woken = Promise.withResolvers<void>();
  const take = (event: string) => {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    const { data: answer, errors } = data === undefined || data === '' ? {} : (JSON.parse(data) as { data?: unknown; errors?: unknown });
    if (errors === undefined && answer !== undefined && answer !== null) answers.push(answer);
    woken.resolve();
    woken = Promise.withResolvers();
  };
  async function follow(): Promise<unknown> {
    const response = await fetch(`${address}/v1/graphql`, {
      method: 'POST',
      signal: left.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
        ...(publicKey !== undefined && { 'act-public-key': publicKey }),
      },
      body: JSON.stringify({ query }),
    });
    const ended = { status: response.status };
    let text = '';
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      events.forEach(take);
    }
    return ended;
  }
  const over = follow().catch((error: unknown) => ({ error }));
  return {
    answers,
    over,
    async count(wanted: number) {
      while (answers.length < wanted) await woken.promise;
    },
    close: () => left.abort(),
  };
}
