import {
  type Icon,
  IconAlignLeft,
  IconAt,
  IconCamera,
  IconCircleDot,
  IconForms,
  IconHash,
  IconHistory,
  IconListCheck,
  IconMapPin,
  IconRuler2,
  IconScale,
} from "@tabler/icons-react";
import type { FieldType } from "@/features/tools/schema";

/** What each type of field is called, and how it is drawn. */
export const fieldTypeViews: Record<FieldType, { label: string; Icon: Icon }> = {
  text: { label: "Short text", Icon: IconForms },
  long_text: { label: "Long text", Icon: IconAlignLeft },
  number: { label: "Number", Icon: IconHash },
  select: { label: "One choice", Icon: IconCircleDot },
  multiselect: { label: "Several choices", Icon: IconListCheck },
  email: { label: "Email", Icon: IconAt },
  place: { label: "Place", Icon: IconMapPin },
  photo: { label: "Photo", Icon: IconCamera },
  height: { label: "Height", Icon: IconRuler2 },
  weight: { label: "Weight", Icon: IconScale },
  tool_item_select: { label: "Earlier result", Icon: IconHistory },
};
