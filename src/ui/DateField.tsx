import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { dayFormName, dayFrom, spokenDay, weekStart } from '../messages/days.ts';
import { m } from '../messages/messages.ts';
import { Button } from './Button.tsx';
import { dayName, daysLater, intoWeek, monthName, monthsLater, today, weekdayNames, weeksOf } from './calendar.ts';
import { classNames } from './classNames.ts';
import styles from './DateField.module.css';
import fields from './Field.module.css';
import { Popup } from './Popup.tsx';

interface CalendarProps {
  /** The chosen day, or null. */
  readonly chosen: string | null;
  readonly language: string;
  readonly onChoose: (day: string) => void;
}

/** The day a key moves to: by days and weeks, to the ends of the week, by months. */
function placeAfter(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return daysLater(day, -1);
    case 'ArrowRight':
      return daysLater(day, 1);
    case 'ArrowUp':
      return daysLater(day, -7);
    case 'ArrowDown':
      return daysLater(day, 7);
    case 'Home':
      return daysLater(day, -intoWeek(day, weekStart()));
    case 'End':
      return daysLater(day, 6 - intoWeek(day, weekStart()));
    case 'PageUp':
      return monthsLater(day, -1);
    case 'PageDown':
      return monthsLater(day, 1);
    default:
      return null;
  }
}

function Calendar({ chosen, language, onChoose }: CalendarProps) {
  const [at, setAt] = useState(chosen ?? today());
  const table = useRef<HTMLTableElement>(null);
  const moves = useRef(true);
  useLayoutEffect(() => {
    if (moves.current) table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
    moves.current = false;
  }, [at]);
  const press = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at);
    if (next === null) return;
    event.preventDefault();
    moves.current = true;
    setAt(next);
  };
  return (
    <>
      <div className={styles.head}>
        <Button
          kind="ghost"
          size="small"
          icon="chevronLeft"
          aria-label={m.date_month_before()}
          onClick={() => setAt(monthsLater(at, -1))}
        />
        <b aria-live="polite">{monthName(at, language)}</b>
        <Button kind="ghost" size="small" icon="chevronRight" aria-label={m.date_month_after()} onClick={() => setAt(monthsLater(at, 1))} />
      </div>
      <table ref={table} className={styles.month} onKeyDown={press}>
        <thead>
          <tr>
            {weekdayNames(language, weekStart()).map(({ full, short }) => (
              <th key={full} scope="col" abbr={full}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at, weekStart()).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={dayName(day, language)}
                    aria-pressed={day === chosen}
                    aria-current={day === today() ? 'date' : undefined}
                    className={classNames(styles.day, day.slice(0, 7) !== at.slice(0, 7) && styles.beside)}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface DateFieldProps {
  readonly label: string;
  /** The name of the form's value: the day as `2026-03-09`, or the typed text when it is not a day. */
  readonly name?: string;
  readonly defaultDay?: string | null;
  readonly note?: string;
  readonly problem?: string | null;
  readonly onDay?: (day: string | null) => void;
}

/** A day, typed as it is written in the language, or chosen from a calendar. */
export function DateField({ label, name, defaultDay = null, note, problem = null, onDay }: DateFieldProps) {
  const id = useId();
  const [text, setText] = useState(spokenDay(defaultDay ?? ''));
  const [isLeft, setIsLeft] = useState(true);
  const [isOpen, setIsOpen] = useState(false);
  const language = document.documentElement.lang || 'en';
  const day = dayFrom(text);
  const isUnread = text.trim() !== '' && day === null;
  // The server knows a day only as 2026-03-09, so its words for another text contradict the field.
  const wrong = isUnread && (isLeft || problem !== null) ? m.date_write({ form: dayFormName() }) : problem;
  const remark = wrong ?? note;
  const leave = () => {
    setIsLeft(true);
    if (day !== null) setText(spokenDay(day));
  };
  const take = (typed: string) => {
    setText(typed);
    onDay?.(dayFrom(typed));
  };
  return (
    <div className={fields.field}>
      <div className={fields.label}>
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={styles.line}>
        <input
          id={id}
          className={classNames(fields.input, wrong !== null && fields.wrong)}
          value={text}
          placeholder={dayFormName()}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={wrong !== null || undefined}
          aria-describedby={remark ? `${id}-remark` : undefined}
          onChange={(event) => {
            setIsLeft(false);
            take(event.target.value);
          }}
          onBlur={leave}
          onKeyDown={({ key }) => key === 'Enter' && leave()}
        />
        <Popup
          trigger={<Button kind="ghost" size="small" icon="calendar" aria-label={m.date_choose()} />}
          label={m.date_choose()}
          open={isOpen}
          onOpenChange={setIsOpen}
          side="bottom"
          align="end"
        >
          <Calendar
            chosen={day}
            language={language}
            onChoose={(chosen) => {
              take(spokenDay(chosen));
              setIsOpen(false);
            }}
          />
        </Popup>
      </div>
      {name !== undefined && <input type="hidden" name={name} value={day ?? text.trim()} />}
      {remark && (
        <p id={`${id}-remark`} className={classNames(fields.note, wrong !== null && 'wrong')}>
          {remark}
        </p>
      )}
    </div>
  );
}
