import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useScreenActions } from '../palette/actions.ts';

export interface ActAction {
  readonly key: string;
  readonly name: string;
  readonly run: () => void;
  readonly blocked?: string | null;
  readonly danger?: true;
  /** The action has a button on the screen, too, which offers it to the palette. */
  readonly hasButton?: true;
  /** A smaller line under its name. */
  readonly note?: string;
  /** A heading shared with neighbouring options. */
  readonly group?: string;
}

/** The actions of the act, in a menu and in the palette. */
export function ActionMenu({ actions }: { readonly actions: readonly ActAction[] }) {
  useScreenActions(actions.filter(({ hasButton }) => hasButton !== true).map(({ name, run, blocked = null }) => ({ name, run, blocked })));
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass({ kind: 'secondary', size: 'small' }, true)} aria-label={m.act_more()}>
          <Icon name="more" />
        </button>
      }
      options={actions.map(({ key, name, blocked = null, danger, group, note }) => ({
        key,
        label: name,
        blocked,
        danger: danger === true,
        ...(group !== undefined && { group }),
        ...(note !== undefined && { note }),
      }))}
      onChoose={(chosen) => actions.find(({ key }) => key === chosen)?.run()}
    />
  );
}
