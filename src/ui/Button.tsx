import { type ButtonProps, PlainButton } from './PlainButton.tsx';
import { Tooltip } from './Tooltip.tsx';

export { type ButtonKind, type ButtonSize, buttonClass } from './PlainButton.tsx';

/** A button that shows on hover and focus why it is blocked and how to unblock it. */
export function Button(props: ButtonProps) {
  const { blocked = null } = props;
  if (blocked === null) return <PlainButton {...props} />;
  return (
    <Tooltip text={blocked}>
      <PlainButton {...props} />
    </Tooltip>
  );
}
