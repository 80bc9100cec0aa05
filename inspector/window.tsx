import '../src/ui/tokens.css';
import './inspector.css';
import { type ReactNode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { nodesOf } from '../walking/chart.ts';
import { Chart } from './Chart.tsx';
import { Replays } from './Replays.tsx';
import { type SeenActor, seenAfter } from './recording.ts';
import { open, save, sendTo, useReports } from './reports.ts';
import { Sequence } from './Sequence.tsx';

interface Choosing {
  readonly actors: readonly SeenActor[];
  readonly chosen: string | undefined;
  readonly choose: (actor: string) => void;
}

function Tree({ parent, ...choosing }: Choosing & { readonly parent: string | null }): ReactNode {
  const own = choosing.actors.filter((actor) => actor.parent === parent);
  if (own.length === 0) return null;
  return (
    <ul>
      {own.map(({ actor, name, status }) => (
        <li key={actor}>
          <button type="button" aria-current={actor === choosing.chosen} data-status={status} onClick={() => choosing.choose(actor)}>
            {name} <span className="muted">{status === 'active' ? '' : status}</span>
          </button>
          <Tree parent={actor} {...choosing} />
        </li>
      ))}
    </ul>
  );
}

function Send({ actor }: { readonly actor: string }) {
  const [problem, setProblem] = useState('');
  function send(typed: string) {
    try {
      const event = JSON.parse(typed.startsWith('{') ? typed : JSON.stringify({ type: typed })) as { readonly type?: unknown };
      if (typeof event.type !== 'string' || event.type === '') throw new Error('An event has a type');
      sendTo(actor, { ...event, type: event.type });
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <form action={(data) => send(String(data.get('event') ?? '').trim())}>
      <h2>Send an event</h2>
      <div className="row">
        <input name="event" aria-label="Event" placeholder='logout.requested or {"type": …}' />
        <button type="submit">Send</button>
      </div>
      {problem !== '' && <p role="alert">{problem}</p>}
    </form>
  );
}

const pretty = (context: string) => (context === '' ? '' : JSON.stringify(JSON.parse(context), null, 2));

function Inspector() {
  const reports = useReports();
  const [stopped, setStopped] = useState<number | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const at = stopped ?? reports.length;
  const seen = useMemo(() => seenAfter(reports, at), [reports, at]);
  const actors = [...seen.values()];
  const actor = seen.get(chosen ?? '') ?? actors.find(({ name, status }) => name === 'session' && status === 'active') ?? actors[0];
  const transitions = actor?.chart ? nodesOf(actor.chart).flatMap((node) => node.transitions).length : 0;
  const step = (by: number) => setStopped(Math.min(Math.max(at + by, 0), reports.length));
  return (
    <div className="page">
      <nav aria-label="Actors">
        <a className="open" href="/" target="actum">
          Open the app
        </a>
        <h2>Actors</h2>
        <Tree actors={actors} parent={null} chosen={actor?.actor} choose={choose} />
      </nav>
      <main>
        <header className="row">
          <h1>{actor?.name ?? 'Nothing runs yet'}</h1>
          {actor !== undefined && (
            <span className="muted">
              {Object.keys(actor.taken).length} of {transitions} transitions taken
            </span>
          )}
        </header>
        <div className="chart">{actor?.chart && <Chart actor={actor} chart={actor.chart} />}</div>
        <footer className="row">
          <button type="button" onClick={() => step(-1)}>
            Back
          </button>
          <input
            type="range"
            aria-label="Moment"
            min={0}
            max={reports.length}
            value={at}
            onChange={({ currentTarget }) => setStopped(Number(currentTarget.value))}
          />
          <button type="button" onClick={() => step(1)}>
            Forward
          </button>
          <button type="button" aria-pressed={stopped === null} onClick={() => setStopped(null)}>
            Live
          </button>
          <span className="muted">
            {at} of {reports.length}
          </span>
          <button type="button" onClick={save}>
            Save recording
          </button>
          <label className="file">
            Open recording
            <input
              type="file"
              accept="application/json"
              onChange={({ currentTarget: { files } }) => {
                if (files?.[0]) void open(files[0]).then(() => setStopped(null));
              }}
            />
          </label>
        </footer>
      </main>
      <aside>
        {actor !== undefined && <Send key={actor.actor} actor={actor.actor} />}
        {actor?.chart && <Replays machine={actor.chart.id} choose={choose} />}
        <h2>Context</h2>
        <pre>{pretty(actor?.context ?? '')}</pre>
        <h2>Sequence</h2>
        <Sequence reports={reports.slice(0, at)} seen={seen} choose={setStopped} />
      </aside>
    </div>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root).render(<Inspector />);
