import type { Version } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { paths, useGo } from '../routing.tsx';

/** The acts made against a version. */
export function ActMenu({ acts }: Pick<Version, 'acts'>) {
  const go = useGo();
  if (acts.length === 0) return null;
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass({ size: 'small' })}>
          {m.estimate_acts()} <span className="sign">{acts.length}</span>
          <Icon name="chevronDown" />
        </button>
      }
      options={acts.map(({ id, number }) => ({ key: String(id), label: m.act_numbered({ number }) }))}
      onChoose={(key) => go(paths.act(Number(key)))}
    />
  );
}
