import type { Report } from './messages.ts';
import type { Seen } from './recording.ts';

const MOST = 200;

function short(event: string): string {
  const { type, ...details } = JSON.parse(event) as { readonly type: string };
  const text = JSON.stringify(details);
  return text === '{}' ? type : `${type} ${text.slice(0, 140)}`;
}

/** Messages between actors and the transitions they caused, newest first. */
export function Sequence({
  reports,
  seen,
  choose,
}: {
  readonly reports: readonly Report[];
  readonly seen: Seen;
  readonly choose: (count: number) => void;
}) {
  const nameOf = (id: string | null) => (id === null ? 'outside' : (seen.get(id)?.name ?? 'an actor'));
  const shown = reports
    .flatMap((report, index) => (report.kind === 'event' || report.kind === 'took' ? [{ report, index }] : []))
    .slice(-MOST);
  return (
    <ol className="sequence">
      {shown.toReversed().map(({ report, index }) => (
        <li key={index}>
          <button type="button" onClick={() => choose(index + 1)}>
            {report.kind === 'event' ? (
              <>
                <b>
                  {nameOf(report.from)} → {nameOf(report.actor)}
                </b>{' '}
                {short(report.event)}
              </>
            ) : (
              <span className="took">{report.keys.join('\n') || 'nothing followed'}</span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
