import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Progress, ProgressBar } from '../../ui/Progress.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useShowNotice } from '../actum.tsx';
import styles from './components.module.css';
import { Section } from './Section.tsx';

export function WaitingAndEmpty() {
  const showNotice = useShowNotice();
  return (
    <>
      <Section title="Skeletons">
        <SkeletonRows label="Loading the rows" />
      </Section>
      <Section title="Empty, and failed">
        <EmptyState
          title="No acts yet"
          action={
            <Button kind="primary" icon="plus">
              New act
            </Button>
          }
        >
          An act claims the work done in a period. The first one freezes version 3 of the estimate.
        </EmptyState>
        <FailedState
          title="The rows could not be loaded"
          sentence="The server cannot be reached. Check the connection and try again."
          onRetry={() => showNotice('Tried again', 'done')}
        />
      </Section>
      <Section title="Banners">
        <div className={styles.stack}>
          <Banner>The server could not do this. Try again in a moment.</Banner>
          <Banner tone="waits">This version has an act: its rows no longer change.</Banner>
          <Button onClick={() => showNotice('This banner goes after five seconds, or when it is pressed.')}>Show the error banner</Button>
        </div>
      </Section>
      <Section title="Progress">
        <div className={styles.stack}>
          <Progress before={0.48} now={0.16} label="64 % done" />
          <Progress before={0} label="Nothing done" />
          <Progress before={0.7} now={0.3} label="All done" />
          <ProgressBar value={0.4} label="Reading progress" />
        </div>
      </Section>
    </>
  );
}
