import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

interface RowsUnreadProps {
  /** Why loading failed; null where it did not. */
  readonly failure: string | null;
  readonly onRetry: () => void;
}

/** A line under a table some of whose rows could not be loaded: the reason, and a button to try again. */
export const RowsUnread = ({ failure, onRetry }: RowsUnreadProps) =>
  failure !== null && (
    <Banner
      action={
        <Button size="small" onClick={onRetry}>
          {m.action_try_again()}
        </Button>
      }
    >
      {m.list_unreadable()}. {failure}
    </Banner>
  );
