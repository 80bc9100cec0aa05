import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';

interface RowsUnreadProps {
  /** Why; null where nothing went wrong. */
  readonly failure: string | null;
  readonly onRetry: () => void;
}

/** Under a table some rows of which could not be read: why, and the way to try again. */
export const RowsUnread = ({ failure, onRetry }: RowsUnreadProps) =>
  failure !== null && (
    <Banner
      action={
        <PlainButton size="small" onClick={onRetry}>
          {m.action_try_again()}
        </PlainButton>
      }
    >
      {m.list_unreadable()}. {failure}
    </Banner>
  );
