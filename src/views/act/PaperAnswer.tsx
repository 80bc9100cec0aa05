import { useMemo } from 'react';
import { answerNotSubmitted } from '../../../domain/sentences/answers.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useReference } from '../actum.tsx';
import { AnswerSheet } from '../answer/AnswerSheet.tsx';
import { Link, paths, useSearchParam } from '../routing.tsx';
import styles from './act.module.css';
import { useAct } from './context.ts';

/** The sheet on which a member records an answer that came on paper. */
export function PaperAnswer() {
  const { screen, act, summary } = useAct();
  const { statuses } = useReference();
  const asked = Number(useSearchParam('list'));
  const answering = useMemo(() => screen.paper(act), [screen, act]);
  const isSubmitted = statuses.find(({ id }) => id === act.status_id)?.code === 'submitted';
  const back = <Link to={paths.act(act.id)}>{m.answer_to_act()}</Link>;
  if (act.answer !== null || !isSubmitted)
    return <EmptyState title={act.answer === null ? (sentenceText(answerNotSubmitted()) ?? '') : m.answer_sent()} action={back} />;
  return (
    <div className={styles.paper}>
      {asked > 0 && <Link to={paths.paperAnswer(act.id)}>{m.answer_all_lists()}</Link>}
      <AnswerSheet
        answering={answering}
        way="paper"
        summary={summary}
        currency={act.currency}
        listId={asked > 0 ? asked : null}
        addressOf={(listId, place) => paths.paperAnswer(act.id, listId, place)}
      />
    </div>
  );
}
