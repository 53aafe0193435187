/**
 * What the platform gives every app beside its own files (docs/protocol.md): modules and their exports. An app's own file of the
 * same path wins.
 */
export const entityMethods = ["list", "filter", "get", "create", "update", "delete", "bulkCreate", "subscribe", "schema"];
export const userMethods = ["me", "login", "logout", "updateMe"];
export const integrations = ["UploadFile", "InvokeLLM", "SendEmail"];

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const platformModules: Record<string, ReadonlySet<string>> = {
  "@/api/integrations": new Set(integrations),
  "@/utils": new Set(["createPageUrl"]),
  "@/lib/utils": new Set(["cn"]),
};

/** The shadcn-shaped components under "@/components/ui/". */
export const kitModules: Record<string, ReadonlySet<string>> = {
  button: names("Button buttonVariants"),
  input: names("Input"),
  label: names("Label"),
  textarea: names("Textarea"),
  select: names("Select SelectGroup SelectValue SelectTrigger SelectContent SelectLabel SelectItem SelectSeparator SelectScrollUpButton SelectScrollDownButton"),
  card: names("Card CardHeader CardFooter CardTitle CardAction CardDescription CardContent"),
  badge: names("Badge badgeVariants"),
  table: names("Table TableHeader TableBody TableFooter TableHead TableRow TableCell TableCaption"),
  dialog: names("Dialog DialogPortal DialogOverlay DialogClose DialogTrigger DialogContent DialogHeader DialogFooter DialogTitle DialogDescription"),
  tabs: names("Tabs TabsList TabsTrigger TabsContent"),
  checkbox: names("Checkbox"),
  switch: names("Switch"),
  "dropdown-menu": names("DropdownMenu DropdownMenuTrigger DropdownMenuContent DropdownMenuItem DropdownMenuCheckboxItem DropdownMenuRadioItem DropdownMenuLabel DropdownMenuSeparator DropdownMenuShortcut DropdownMenuGroup DropdownMenuPortal DropdownMenuSub DropdownMenuSubContent DropdownMenuSubTrigger DropdownMenuRadioGroup"),
  popover: names("Popover PopoverTrigger PopoverContent PopoverAnchor"),
  separator: names("Separator"),
  skeleton: names("Skeleton"),
  tooltip: names("Tooltip TooltipTrigger TooltipContent TooltipProvider"),
  avatar: names("Avatar AvatarImage AvatarFallback"),
  alert: names("Alert AlertTitle AlertDescription"),
  progress: names("Progress"),
  sheet: names("Sheet SheetPortal SheetOverlay SheetTrigger SheetClose SheetContent SheetHeader SheetFooter SheetTitle SheetDescription"),
  sonner: names("Toaster toast"),
  calendar: names("Calendar CalendarDayButton"),
};
