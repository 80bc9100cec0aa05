/** An answer that the database has made as JSON text: it is sent as it is. */
export class JsonText {
  readonly text: string;
  /** Whether the prices were left out when it was made, because the caller sees none. */
  readonly isWithoutPrices: boolean;
  constructor(text: string, isWithoutPrices = false) {
    this.text = text;
    this.isWithoutPrices = isWithoutPrices;
  }
}
