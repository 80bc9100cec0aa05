import { useState } from 'react';
import type { Project } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';

interface CurrencyDialogProps {
  readonly project: Project | undefined;
  readonly open: boolean;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onSubmit: (code: string) => void;
  readonly onClose: () => void;
}

/** Chooses the currency that a project's amounts are in. Amounts are not converted. */
export function CurrencyDialog({ project, open, busy, problem, onSubmit, onClose }: CurrencyDialogProps) {
  const [chosen, setChosen] = useState<{ readonly of: number; readonly code: string } | null>(null);
  const code = chosen !== null && chosen.of === project?.id ? chosen.code : (project?.currency_code ?? null);
  return (
    <Dialog
      open={open}
      title={m.projects_currency_of({ name: project?.name ?? '' })}
      lead={m.projects_currency_lead()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.action_cancel()}</Button>
          <Button
            kind="primary"
            loading={busy}
            blocked={code === null ? m.projects_currency_choose() : null}
            onClick={() => code !== null && onSubmit(code)}
          >
            {m.projects_currency_set()}
          </Button>
        </>
      }
    >
      <CurrencySelect value={code} problem={problem} onChoose={(next) => project && setChosen({ of: project.id, code: next })} />
    </Dialog>
  );
}
