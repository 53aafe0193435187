import {
  type Icon,
  IconAlignLeft,
  IconCards,
  IconChartBar,
  IconList,
  IconListCheck,
  IconPhoto,
  IconTable,
} from "@tabler/icons-react";
import type { BlockType } from "@/features/tools/schema";

/** What each kind of block is called, how it is drawn, and what a template for it looks like. */
export const blockTypeViews: Record<BlockType, { label: string; Icon: Icon; example: string }> = {
  text: { label: "Text", Icon: IconAlignLeft, example: "You need **{{= round(weight * 30)}} ml** of water a day." },
  table: { label: "Table", Icon: IconTable, example: "| Day | Meal |\n| --- | --- |\n| 1 | {{diet}} soup |" },
  list: { label: "List", Icon: IconList, example: "- {{diet}} soup\n- Salad" },
  cards: {
    label: "Cards",
    Icon: IconCards,
    example: "## Plan A\nPrice: {{= guests * 20}} €\nEverything for {{guests}} guests.",
  },
  image: { label: "Image", Icon: IconPhoto, example: "https://example.com/picture.png" },
  chart: { label: "Chart", Icon: IconChartBar, example: "type: bar\nSaved: {{= amount}}\nNeeded: {{= goal}}" },
  checklist: {
    label: "Checklist",
    Icon: IconListCheck,
    example: "- [ ] Pack for {{days}} days\n- [ ] Charge the phone",
  },
};
