import { markerWidth, rowHeight, widthOf } from "@/features/grid/sizes";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { columnsOf } from "../../src/features/entities/columns";
import type { EntitySchema } from "../../src/features/rows/schema";
import type { ScriptedServer } from "./scripted-server";
import { makeApp } from "./talk";

const headerHeight = rowHeight;

type Fields = Record<string, unknown>;

/**
 * The database panel of an app with one entity, in a browser. The grid is a canvas: read by its accessibility tree,
 * used by pointer and keys.
 */
export class Table {
  private constructor(
    readonly page: Page,
    readonly appId: string,
    private readonly base: string,
    private readonly schema: EntitySchema,
  ) {}

  /** An app with one entity of a new builder, rows given top to bottom. */
  static async open(
    { server, model }: ScriptedServer,
    context: BrowserContext,
    schema: EntitySchema,
    rows: Fields[] = [],
  ): Promise<Table> {
    const signed = await context.request.post(`${server.url}/api/auth/sign-up`, {
      data: { email: `b-${Date.now()}-${Math.random()}@example.com`, password: "copper-lantern-42-fjord" },
    });
    expect(signed.ok()).toBe(true);
    const appId = await makeApp(server, context, "Tables");
    const table = new Table(await context.newPage(), appId, server.url, schema);
    // Other files' tests share this server.
    model.reset();
    model.reply(
      `<action type="add_entity" file="${schema.name}" id="e1">\n${JSON.stringify(schema)}\n</action id="e1">\n`,
    );
    await context.request.post(`${server.url}/api/trpc/chat.send`, {
      data: { json: { appId, content: `Keep ${schema.name}` } },
    });
    await expect.poll(async () => (await context.request.get(`${table.path}/count`)).ok()).toBe(true);
    // The list is newest first: add in reverse order.
    if (rows.length > 0) await table.add(rows.toReversed());
    // Show every column, so that no scrolling is needed.
    await table.page.setViewportSize({ width: 2000, height: 1000 });
    await table.page.goto(`${server.url}/build/app/${appId}?panel=database`);
    await expect(table.canvas).toBeVisible();
    // A click on a row that is not there yet is lost.
    const [field, value] = Object.entries(rows[0] ?? {})[0] ?? [];
    if (field && typeof value === "string") await expect(table.cell(field, 0)).toHaveText(value);
    return table;
  }

  get canvas(): Locator {
    return this.page.getByTestId("data-grid-canvas");
  }

  private get path() {
    return `${this.base}/api/apps/${this.appId}/entities/${this.schema.name}`;
  }

  /** Adds rows by the API. */
  async add(rows: Fields[]): Promise<void> {
    const made = await this.page.context().request.post(`${this.path}/bulk`, { data: rows });
    expect(made.ok(), await made.text()).toBe(true);
  }

  /** Changes a row by the API. */
  async change(id: string, fields: Fields): Promise<void> {
    expect((await this.page.context().request.put(`${this.path}/${id}`, { data: fields })).ok()).toBe(true);
  }

  /** Deletes a row by the API. */
  async remove(id: string): Promise<void> {
    expect((await this.page.context().request.delete(`${this.path}/${id}`)).ok()).toBe(true);
  }

  async stored(): Promise<(Fields & { id: string })[]> {
    const answer = (await (await this.page.context().request.get(`${this.path}?limit=1000`)).json()) as {
      items: (Fields & { id: string })[];
    };
    return answer.items;
  }

  private columnAt(field: string): number {
    return columnsOf(this.schema).findIndex(({ id }) => id === field);
  }

  /** A cell's position in the unscrolled canvas; row -1 is the header. */
  private place(field: string, row: number) {
    const columns = columnsOf(this.schema);
    const at = this.columnAt(field);
    const x =
      markerWidth + columns.slice(0, at).reduce((sum, column) => sum + widthOf(column), 0) + widthOf(columns[at]!) / 2;
    return { x, y: row < 0 ? headerHeight / 2 : headerHeight + rowHeight * row + rowHeight / 2 };
  }

  /** Clicks a point of the canvas, which is covered by a scrolling element. */
  async clickAt(x: number, y: number, modifier?: "Shift" | "Control", clicks = 1): Promise<void> {
    const box = (await this.canvas.boundingBox())!;
    if (modifier) await this.page.keyboard.down(modifier);
    await this.page.mouse.click(box.x + x, box.y + y, { clickCount: clicks });
    if (modifier) await this.page.keyboard.up(modifier);
  }

  click(field: string, row: number, modifier?: "Shift" | "Control"): Promise<void> {
    const { x, y } = this.place(field, row);
    return this.clickAt(x, y, modifier);
  }

  /** Toggles a row's checkbox. */
  mark(row: number, modifier?: "Shift" | "Control"): Promise<void> {
    return this.clickAt(markerWidth / 2, headerHeight + rowHeight * row + rowHeight / 2, modifier);
  }

  /** Selects a range of cells, inclusive. */
  async select(from: [string, number], to: [string, number]): Promise<void> {
    await this.click(...from);
    await this.click(...to, "Shift");
  }

  /** Types into a cell. */
  async type(field: string, row: number, text: string): Promise<void> {
    await this.click(field, row);
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }

  cell(field: string, row: number): Locator {
    return this.page.locator(`#glide-cell-${this.columnAt(field) + 1}-${row}`);
  }
}
