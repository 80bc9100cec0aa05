/** In pixels. */
export const MENU_WIDTH = 120;
export const OPTION_HEIGHT = 36;

export interface Pointer {
  readonly pageX: number;
  readonly pageY: number;
}
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** Left top corner of a menu at the pointer: flipped left or up where it would overflow, never outside. */
export function placed(
  pointer: Pointer,
  viewport: Viewport,
  width: number,
  height: number,
): { readonly left: number; readonly top: number } {
  const flipped = (at: number, size: number, room: number) => Math.max(0, at + size > room ? at - size : at);
  return { left: flipped(pointer.pageX, width, viewport.width), top: flipped(pointer.pageY, height, viewport.height) };
}
