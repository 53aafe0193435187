import {
  type Icon,
  IconBook2,
  IconBrandGoogleDrive,
  IconFile,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconLetterCase,
  IconMarkdown,
  IconNotebook,
  IconPhoto,
  IconPresentation,
  IconTable,
  IconWorld,
} from "@tabler/icons-react";
import type { ProviderId } from "@/features/integrations/schema";
import { type ItemType, typeOfExtension } from "../schema";

/** What the dialog offers to add (1-platform.md §2): a text, or files of a kind. */
export type Kind = { id: string; label: string; hint: string; Icon: Icon; accept?: string[]; provider?: ProviderId };

export const kinds: Kind[] = [
  { id: "text", label: "Text", hint: "Write or paste it", Icon: IconLetterCase },
  {
    id: "csv",
    label: "Items List (CSV)",
    hint: "A row for each item",
    Icon: IconFileTypeCsv,
    accept: [".csv", ".tsv"],
  },
  { id: "doc", label: "Doc (DOCX)", hint: "Word documents", Icon: IconFileTypeDocx, accept: [".docx"] },
  { id: "pdf", label: "PDF", hint: "With text in it", Icon: IconFileTypePdf, accept: [".pdf"] },
  {
    id: "notion",
    label: "Note workspace",
    hint: "Pages and databases of Notion",
    Icon: IconNotebook,
    provider: "notion",
  },
  {
    id: "drive",
    label: "Cloud drive",
    hint: "Docs, Sheets and Slides of Google",
    Icon: IconBrandGoogleDrive,
    provider: "google_drive",
  },
  { id: "web", label: "Web scraper", hint: "The pages of a site", Icon: IconWorld },
  {
    id: "file",
    label: "Other files",
    hint: "Excel, PowerPoint, EPUB, Markdown, HTML, text, pictures",
    Icon: IconFile,
    accept: Object.keys(typeOfExtension).map((extension) => `.${extension}`),
  },
];

export const typeIcons: Record<ItemType, Icon> = {
  csv: IconFileTypeCsv,
  doc: IconFileTypeDocx,
  txt: IconFileText,
  pdf: IconFileTypePdf,
  google_doc: IconFileText,
  google_sheet: IconTable,
  google_slide: IconPresentation,
  notion_page: IconFileText,
  notion_database: IconTable,
  web_page: IconWorld,
  markdown: IconMarkdown,
  html: IconFileText,
  xlsx: IconTable,
  pptx: IconPresentation,
  epub: IconBook2,
  image: IconPhoto,
  unrecognized: IconFile,
};
