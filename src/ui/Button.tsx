import { type ButtonProps, PlainButton } from './PlainButton.tsx';
import { Tooltip } from './Tooltip.tsx';

export { type ButtonKind, type ButtonSize, buttonClass } from './PlainButton.tsx';

/** A button that, while it is blocked, tells on hover and focus why and what would free it. */
export function Button(props: ButtonProps) {
  const { blocked = null } = props;
  if (blocked === null) return <PlainButton {...props} />;
  return (
    <Tooltip text={blocked}>
      <PlainButton {...props} />
    </Tooltip>
  );
}
