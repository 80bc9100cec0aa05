import styles from './tools.module.css';

/** The line before the row at which dragged rows would be dropped. */
export function DropLine({ scroller, gap }: { readonly scroller: HTMLElement; readonly gap: number }) {
  const box = (index: number) => scroller.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
  const at = box(gap)?.top ?? box(gap - 1)?.bottom;
  if (at === undefined) return null;
  return <div className={styles.dropLine} style={{ top: at - scroller.getBoundingClientRect().top + scroller.scrollTop - 1 }} />;
}
