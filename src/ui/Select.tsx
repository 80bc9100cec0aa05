import { Select as Primitive } from '@base-ui/react/select';
import { useId } from 'react';
import { classNames } from './classNames.ts';
import fields from './Field.module.css';
import { Icon } from './Icon.tsx';
import { useLayer } from './layers.tsx';
import menus from './Menu.module.css';
import styles from './Select.module.css';

interface SelectOption {
  readonly key: string;
  readonly label: string;
}

interface SelectProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  /** The key of the chosen option, or null. */
  readonly value: string | null;
  readonly onChoose: (key: string) => void;
  readonly placeholder?: string;
  readonly problem?: string | null;
  readonly disabled?: boolean;
}

export function Select({ label, options, value, onChoose, placeholder = '', problem = null, disabled = false }: SelectProps) {
  const layer = useLayer();
  const id = useId();
  const items = options.map(({ key, label: name }) => ({ value: key, label: name }));
  return (
    <div className={fields.field}>
      <Primitive.Root
        items={items}
        value={value}
        disabled={disabled}
        modal={false}
        onValueChange={(chosen) => chosen !== null && onChoose(chosen)}
      >
        <Primitive.Label className={fields.label}>{label}</Primitive.Label>
        <Primitive.Trigger
          className={classNames(fields.input, styles.trigger, problem !== null && fields.wrong)}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-remark`}
        >
          <Primitive.Value className={styles.value}>
            {(chosen: string | null) => items.find((item) => item.value === chosen)?.label ?? <span className="faint">{placeholder}</span>}
          </Primitive.Value>
          <Icon name="chevronDown" />
        </Primitive.Trigger>
        <Primitive.Portal container={layer}>
          <Primitive.Positioner className={menus.layer} side="bottom" align="start" sideOffset={4} alignItemWithTrigger={false}>
            <Primitive.Popup className={classNames(menus.menu, styles.list)}>
              {items.map(({ value: key, label: name }) => (
                <Primitive.Item key={key} value={key} className={classNames(menus.item, key === value && menus.chosen)}>
                  <Primitive.ItemText className="grow">{name}</Primitive.ItemText>
                  <Primitive.ItemIndicator className={styles.mark}>
                    <Icon name="check" />
                  </Primitive.ItemIndicator>
                </Primitive.Item>
              ))}
            </Primitive.Popup>
          </Primitive.Positioner>
        </Primitive.Portal>
      </Primitive.Root>
      {problem !== null && (
        <p id={`${id}-remark`} className={classNames(fields.note, 'wrong')}>
          {problem}
        </p>
      )}
    </div>
  );
}
