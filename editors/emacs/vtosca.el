;;; vtosca.el --- Variable TOSCA service templates with eglot  -*- lexical-binding: t; -*-

;; Copyright 2026 The vtosca authors
;; SPDX-License-Identifier: Apache-2.0
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; URL: https://github.com/vtosca/vtosca

;;; Commentary:

;; A major mode for TOSCA files, which starts the language server `vtosca'
;; through eglot and adds what eglot has no command for:
;;
;;   C-c C-v  `vtosca-select-variant'  the variant under which absent elements
;;                                     are faded; it stands in the mode line
;;   C-c C-n  `vtosca-next-variant'    the one after it
;;   C-c C-p  `vtosca-presence'        a table of elements by variants
;;   C-c C-r  `vtosca-resolved'        the resolved template of a variant
;;   C-c C-d  `vtosca-difference'      how the resolved templates of two
;;                                     variants differ
;;   C-c C-o  `vtosca-topology'        what is hosted where, as a tree; with a
;;                                     prefix argument in the language of Graphviz
;;   C-c C-t  `vtosca-run-tests'       the variability tests beside the template
;;   C-c C-e  `vtosca-explain'         why the element at point is present
;;
;; The table, the topology and the explanation follow the text; RET goes to
;; the place of a line, q closes.  Flymake has what is wrong, and `next-error'
;; goes through the errors, or through the warnings where there are none: absence
;; is shown by the face `vtosca-absent-face' alone, and stops nobody.
;;
;; Set up:
;;
;;   (add-to-list 'load-path "/path/to/vtosca/editors/emacs")
;;   (require 'vtosca)
;;   (add-hook 'vtosca-mode-hook #'eglot-ensure)
;;
;; YAML files that name a `tosca_definitions_version' then open in `vtosca-mode';
;; one that comes to name it turns to that mode when it is saved.
;;
;; The settings of the server are those of eglot, for example
;;
;;   (setq-default eglot-workspace-configuration
;;                 '(:vtosca (:codeLenses :json-false)))
;;
;; activeVariant  (default: null)
;;     The variant whose absent elements are faded.
;; allInputs  (default: true)
;;     When no one types for a moment, look at what becomes of the
;;     template under all values of its variability inputs, and not only
;;     under the variants.
;; calmTyping  (default: true)
;;     Say nothing of mistakes in the line that is being typed, nor of
;;     what follows from them elsewhere, until the cursor leaves the line
;;     or rests for a moment; until then, presence is shown as it was
;;     when the line was good.
;; codeLenses  (default: true)
;;     Show above each preset what it keeps, and where variability tests
;;     are how to run them.
;; conditionHints  (default: false)
;;     Show behind names for which inputs an element is present, only if
;;     env = prod, as soon as that is known (see allInputs), instead of
;;     the variants.
;; diagnosticSeverities  (default: {})
;;     How serious a diagnostic is, by its code.
;; importsOutsideWorkspace  (default: "ask")
;;     Whether files outside the folders that the editor has open are
;;     read because a template names them.
;; inlayHints  (default: true)
;;     Show behind the name of each variable element under which variants
;;     it is present.
;; inlayHintsAtLineEnd  (default: true)
;;     Show inlay hints at the end of the line, if it has one name, and
;;     not behind that name.
;; referenceLenses  (default: true)
;;     Show above types, inputs, variability inputs and expressions how
;;     often they are used.
;; variants  (default: [])
;;     Variants to look at besides the presets.

;;; Code:

(require 'cl-lib)
(require 'compile)
(require 'diff)
(require 'eglot)
(require 'flymake)
(require 'hl-line)
(require 'jsonrpc)
(require 'url-util)
(require 'vc)

(defgroup vtosca nil
  "Variable TOSCA service templates."
  :group 'languages
  :prefix "vtosca-")

(defcustom vtosca-program '("vtosca" "lsp")
  "The command line of the language server."
  :type '(repeat string))

(defface vtosca-absent-face '((t :inherit shadow))
  "What is absent under the active variant.")

(defface vtosca-present-face '((t :inherit success))
  "Mark of presence in the presence table.")

(defface vtosca-error-face '((t :inherit error))
  "Mark of a variant that cannot be resolved, in the presence table.")

;;;; The mode

(defvar vtosca-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-v") #'vtosca-select-variant)
    (define-key map (kbd "C-c C-n") #'vtosca-next-variant)
    (define-key map (kbd "C-c C-p") #'vtosca-presence)
    (define-key map (kbd "C-c C-r") #'vtosca-resolved)
    (define-key map (kbd "C-c C-d") #'vtosca-difference)
    (define-key map (kbd "C-c C-o") #'vtosca-topology)
    (define-key map (kbd "C-c C-t") #'vtosca-run-tests)
    (define-key map (kbd "C-c C-e") #'vtosca-explain)
    map)
  "Keys of `vtosca-mode'.")

(defvar vtosca-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Syntax of TOSCA files where no YAML mode is at hand.")

(defvar vtosca--font-lock
  '(("^[ \t]*\\(?:- +\\)?\\([^\s\t#\n:{}\"][^#\n:{}\"]*\\):\\(?:[ \t]\\|$\\)" 1 font-lock-variable-name-face)
    ("\\_<\\(?:true\\|false\\|null\\)\\_>" . font-lock-constant-face)
    ("\\_<\\(?:SELF\\|CONTAINER\\|SOURCE\\|TARGET\\|HOST\\)\\_>" . font-lock-builtin-face))
  "Highlighting of TOSCA files where no YAML mode is at hand.")

(declare-function treesit-ready-p "treesit" (language &optional quiet))

(defun vtosca--parent-mode ()
  "The best mode for YAML that this Emacs has."
  (cond ((and (fboundp 'yaml-ts-mode) (require 'treesit nil t)
              (fboundp 'treesit-ready-p) (treesit-ready-p 'yaml t))
         'yaml-ts-mode)
        ((fboundp 'yaml-mode) 'yaml-mode)
        (t 'prog-mode)))

(defvar-local vtosca--variant nil "The active variant, for the mode line.")

(defun vtosca--yaml-mode ()
  "Turn on the best mode for YAML that this Emacs has, without its hooks."
  (let ((parent (vtosca--parent-mode)))
    (delay-mode-hooks (funcall parent))
    (when (eq parent 'prog-mode)
      (set-syntax-table vtosca-mode-syntax-table)
      (setq-local comment-start "# " comment-start-skip "#+[ \t]*")
      (setq-local indent-tabs-mode nil)
      (setq-local font-lock-defaults '(vtosca--font-lock)))
    parent))

;;;###autoload
(defun vtosca-mode ()
  "Major mode for TOSCA files.
Based on `yaml-ts-mode' or `yaml-mode', whichever there is."
  (interactive)
  (put 'vtosca-mode 'derived-mode-parent (vtosca--yaml-mode))
  (setq major-mode 'vtosca-mode
        mode-name '("TOSCA" vtosca--variant))
  (use-local-map (make-composed-keymap vtosca-mode-map (current-local-map)))
  (setq-local next-error-function #'vtosca--next-error)
  (run-mode-hooks 'vtosca-mode-hook))

(defun vtosca--next-error (count &optional reset)
  "Go to the problem that comes COUNT places after point.
With RESET, after the start of the buffer.  Errors stop, as long as
there are any, else warnings."
  (when reset (goto-char (point-min)))
  (let ((has-error (cl-find 'eglot-error (flymake-diagnostics) :key #'flymake-diagnostic-type)))
    (flymake-goto-next-error count (list (if has-error :error :warning)))))

(defun vtosca-document-mode ()
  "Major mode for TOSCA that the server wrote: to be read, not to be changed."
  (interactive)
  (put 'vtosca-document-mode 'derived-mode-parent (vtosca--yaml-mode))
  (setq major-mode 'vtosca-document-mode
        mode-name "TOSCA document")
  (setq buffer-undo-list t)
  (view-mode 1)
  (run-mode-hooks 'vtosca-document-mode-hook))

(defconst vtosca--document-regexp "\\`vtosca-\\(?:types\\|resolved\\)://"
  "What the names of the server's documents begin with.")

(defun vtosca--tosca-p ()
  "Whether the buffer is a YAML file with a `tosca_definitions_version'."
  (and buffer-file-name
       (string-match-p "\\.ya?ml\\'" buffer-file-name)
       (not (vtosca--document-p))
       (save-excursion
         (goto-char (point-min))
         (re-search-forward "^[ \t]*[\"']?tosca_definitions_version[\"']?[ \t]*:" nil t))))

(defun vtosca--document-p ()
  "Whether the buffer is a document of the server."
  (and buffer-file-name (string-match-p vtosca--document-regexp buffer-file-name)))

;;;###autoload
(add-to-list 'magic-mode-alist '(vtosca--tosca-p . vtosca-mode))
(add-to-list 'magic-mode-alist '(vtosca--document-p . vtosca-document-mode))

(defun vtosca--become-tosca ()
  "Turn on the mode in a file that has become TOSCA."
  (when (and (not (derived-mode-p 'vtosca-mode)) (vtosca--tosca-p))
    (vtosca-mode)))

(add-hook 'after-save-hook #'vtosca--become-tosca)

;;;; The server

(defclass vtosca-server (eglot-lsp-server) ()
  :documentation "A server that has documents of its own.")

(add-to-list 'eglot-server-programs
             (cons 'vtosca-mode
                   (lambda (&rest _)
                     `(vtosca-server
                       ,@vtosca-program
                       :initializationOptions (:presenceNotifications t :fadesAbsent t)))))

(cl-defmethod eglot-client-capabilities ((_server vtosca-server))
  "What eglot can do, and show documents."
  (let ((capabilities (cl-call-next-method)))
    (plist-put capabilities :workspace
               (append '(:textDocumentContent (:dynamicRegistration :json-false))
                       (plist-get capabilities :workspace)))))

;;;; Requests

(defun vtosca--uri ()
  "The current buffer's file as the server names it."
  (if (fboundp 'eglot-path-to-uri)
      (eglot-path-to-uri buffer-file-name)
    (with-no-warnings (eglot--path-to-uri buffer-file-name))))

(defun vtosca--file (uri)
  "The file of a URI."
  (if (fboundp 'eglot-uri-to-path)
      (eglot-uri-to-path uri)
    (with-no-warnings (eglot--uri-to-path uri))))

(defun vtosca--server ()
  "The server of the current buffer, or an error for the user."
  (or (eglot-current-server)
      (user-error "No language server; start it with M-x eglot")))

(defconst vtosca--patience 120
  "How many seconds an answer is waited for.")

(defun vtosca--ask (server method parameters)
  "Answer of SERVER to METHOD with PARAMETERS.
What an edit has overtaken is asked again."
  (condition-case problem
      (jsonrpc-request server method parameters :timeout vtosca--patience)
    (jsonrpc-error
     (if (eq -32801 (alist-get 'jsonrpc-error-code (cdr problem)))
         (vtosca--ask server method parameters)
       (signal (car problem) (cdr problem))))))

(defun vtosca--request (method &rest parameters)
  "Answer of the server to METHOD with PARAMETERS about this buffer."
  (eglot--signal-textDocument/didChange)
  (vtosca--ask (vtosca--server) method
               (append `(:textDocument (:uri ,(vtosca--uri))) parameters)))

(defun vtosca--position (&optional point)
  "POINT as the protocol writes it."
  (if (fboundp 'eglot-pos-to-lsp-position)
      (eglot-pos-to-lsp-position point)
    (with-no-warnings (eglot--pos-to-lsp-position point))))

(defun vtosca--read-variant (prompt)
  "Ask for one of the variants of this buffer with PROMPT."
  (let* ((answer (vtosca--request :vtosca/variants))
         (variants (append (plist-get answer :variants) nil))
         (annotate (lambda (name)
                     (let ((variant (cl-find name variants :test #'equal
                                             :key (lambda (v) (plist-get v :name)))))
                       (concat
                        "  "
                        (or (plist-get variant :error)
                            (format "%s present, %s absent" (plist-get variant :present)
                                    (plist-get variant :absent)))
                        (and (plist-get variant :description)
                             (concat " – " (plist-get variant :description)))))))
         (completion-extra-properties `(:annotation-function ,annotate)))
    (completing-read prompt (mapcar (lambda (v) (plist-get v :name)) variants) nil t
                     nil nil (plist-get answer :active))))

;;;; Commands

;;;###autoload
(defun vtosca-select-variant (variant)
  "Make VARIANT the active one: what is absent under it is faded."
  (interactive (list (vtosca--read-variant "Active variant: ")))
  ;; Not `jsonrpc-request', which leaves what arrives together with an answer, here
  ;; the notification to fade anew, unread until something else arrives.
  (jsonrpc-async-request (vtosca--server) :workspace/executeCommand
                         `(:command "vtosca.setActiveVariant"
                           :arguments ,(vector (vtosca--uri) variant))
                         :success-fn #'ignore
                         :error-fn (jsonrpc-lambda (&key message &allow-other-keys)
                                     (message "vtosca: %s" message))))

(defun vtosca-next-variant (&optional distance)
  "Make the variant active that comes DISTANCE places after the active one."
  (interactive "p")
  (let* ((answer (vtosca--request :vtosca/variants))
         (names (mapcar (lambda (v) (plist-get v :name)) (plist-get answer :variants)))
         (place (or (cl-position (plist-get answer :active) names :test #'equal) 0))
         (next (nth (mod (+ place (or distance 1)) (length names)) names)))
    (vtosca-select-variant next)
    (message "%s" next)))

(defun vtosca--goto (position)
  "Position in this buffer that the protocol's POSITION means."
  (if (fboundp 'eglot-lsp-position-to-point)
      (eglot-lsp-position-to-point position)
    (with-no-warnings (eglot--lsp-position-to-point position))))

(defun vtosca--fade-lines (start end)
  "Put `vtosca-absent-face' on the text from START to END.
Indentation stays as it is."
  (save-excursion
    (goto-char start)
    (while (< (point) end)
      (skip-chars-forward " \t")
      (let ((overlay (make-overlay (point) (min end (line-end-position)))))
        (overlay-put overlay 'vtosca t)
        (overlay-put overlay 'face 'vtosca-absent-face)
        (overlay-put overlay 'evaporate t))
      (forward-line))))

(defvar-local vtosca--faded nil
  "What is faded, as the identifier that the server gave it and its ranges.")

(defun vtosca--show-absent (answer previous)
  "Fade what is absent by the server's ANSWER.
Without ranges, it is what the PREVIOUS one said."
  (setq vtosca--faded (cons (plist-get answer :resultId)
                            (if (plist-member answer :ranges) (plist-get answer :ranges)
                              (cdr previous))))
  (save-restriction
    (widen)
    (remove-overlays nil nil 'vtosca t)
    (mapc (lambda (range)
            (vtosca--fade-lines (vtosca--goto (plist-get range :start))
                                (vtosca--goto (plist-get range :end))))
          (cdr vtosca--faded)))
  (let ((active (plist-get answer :active)))
    (setq vtosca--variant (and active (concat "[" (string-replace "%" "%%" active) "]"))))
  (force-mode-line-update))

(defconst vtosca--rest 3
  "After how many seconds without an answer is asked again what is absent.")

(defun vtosca-fade ()
  "Fade what is absent under the active variant, once the server is asked."
  (interactive)
  (let ((buffer (current-buffer))
        (previous vtosca--faded))
    (jsonrpc-async-request
     (vtosca--server) :vtosca/absent
     `(:textDocument (:uri ,(vtosca--uri))
       ,@(and previous `(:previousResultId ,(car previous))))
     :success-fn (lambda (answer)
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer (vtosca--show-absent answer previous))))
     :error-fn #'ignore
     ;; The answer is there, but unread: a request that waits for its own, as
     ;; completion does, leaves alone what has come together with that.
     :timeout vtosca--rest
     :timeout-fn (lambda ()
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer
                       (when (eglot-current-server) (vtosca-fade))))))))

(cl-defmethod eglot-handle-notification
  ((_server vtosca-server) (_method (eql vtosca/presenceChanged)) &key uri &allow-other-keys)
  "Fade anew the buffer that visits URI."
  (let ((buffer (find-buffer-visiting (vtosca--file uri))))
    (when buffer
      (with-current-buffer buffer
        (when (eglot-current-server)
          (vtosca-fade)
          (vtosca--refresh-lists))))))

;;;; The last commit

(defun vtosca--committed (file)
  "What FILE was like at the last commit, and its name; nil if there is none."
  (let* ((backend (vc-backend file))
         (revision (and backend (vc-working-revision file backend))))
    (when revision
      (with-temp-buffer
        (let ((coding-system-for-read 'utf-8))
          (vc-call-backend backend 'find-revision file revision (current-buffer)))
        (list (decode-coding-string (encode-coding-string (buffer-string) 'raw-text) 'utf-8)
              (if (eq backend 'Git) "HEAD" revision))))))

(defun vtosca--tell-base (buffer)
  "Let the server know what BUFFER was like, for what has changed since."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (let ((base (and (eglot-current-server)
                       (ignore-errors (vtosca--committed buffer-file-name)))))
        (when base
          (jsonrpc-async-request (vtosca--server) :workspace/executeCommand
                                 `(:command "vtosca.setBase"
                                   :arguments [,(vtosca--uri) ,@base])
                                 :success-fn #'ignore
                                 :error-fn #'ignore))))))

(defun vtosca--managed ()
  "What the server is told once it has the buffer."
  (when (and (derived-mode-p 'vtosca-mode) buffer-file-name (eglot-managed-p))
    (run-at-time 0 nil #'vtosca--tell-base (current-buffer))))

(add-hook 'eglot-managed-mode-hook #'vtosca--managed)

;;;; Documents of the server

;; The server names them, gives their content and says when it is another one.  A definition can be
;; in one of them, so they are files to Emacs.

(defvar-local vtosca--document nil "The URI of the document that the buffer shows.")

(defun vtosca--any-server ()
  "The server of the TOSCA buffer that was used last."
  (or (cl-some (lambda (buffer)
                 (with-current-buffer buffer
                   (and (eq major-mode 'vtosca-mode) (eglot-current-server))))
               (buffer-list))
      (user-error "No language server; start it with M-x eglot")))

(defun vtosca--fill (text)
  "Make TEXT the content of the buffer."
  (let ((inhibit-read-only t)
        (place (point)))
    (erase-buffer)
    (insert text)
    (goto-char (min place (point-max)))
    (set-buffer-modified-p nil)))

(defun vtosca--show-document (name uri)
  "Show the document URI in a buffer called NAME."
  (let ((text (plist-get (vtosca--ask (vtosca--server) :workspace/textDocumentContent `(:uri ,uri))
                         :text)))
    (with-current-buffer (get-buffer-create name)
      (vtosca--fill text)
      (vtosca-document-mode)
      (setq vtosca--document uri)
      (current-buffer))))

(cl-defmethod eglot-handle-request
  ((server vtosca-server) (_method (eql workspace/textDocumentContent/refresh)) &key uri)
  "Have SERVER fill the buffers anew that show the document URI."
  (dolist (buffer (buffer-list))
    (when (equal uri (buffer-local-value 'vtosca--document buffer))
      (jsonrpc-async-request
       server :workspace/textDocumentContent `(:uri ,uri)
       :success-fn (lambda (answer)
                     (when (buffer-live-p buffer)
                       (with-current-buffer buffer (vtosca--fill (plist-get answer :text)))))
       :error-fn #'ignore)))
  nil)

(defun vtosca--insert-document (uri &optional visit _start _end replace)
  "Insert the document URI; VISIT and REPLACE as for `insert-file-contents'."
  (let ((text (plist-get (vtosca--ask (vtosca--any-server) :workspace/textDocumentContent
                                      `(:uri ,uri))
                         :text)))
    (when replace (erase-buffer))
    (save-excursion (insert text))
    (when visit
      (setq buffer-file-name uri
            vtosca--document uri)
      (set-buffer-modified-p nil))
    (list uri (length text))))

(defun vtosca--document-handler (operation &rest arguments)
  "Do OPERATION with ARGUMENTS, the first of which names a document."
  (pcase operation
    ('insert-file-contents (apply #'vtosca--insert-document arguments))
    ((or 'expand-file-name 'file-truename 'abbreviate-file-name 'substitute-in-file-name)
     (car arguments))
    ('file-name-directory "/")
    ('file-name-nondirectory (url-unhex-string (replace-regexp-in-string
                                                "\\?.*\\|.*/" "" (car arguments))))
    ((or 'file-exists-p 'file-readable-p 'file-regular-p 'verify-visited-file-modtime) t)
    ((or 'file-attributes 'file-directory-p 'file-executable-p 'file-locked-p 'file-modes
         'file-newer-than-file-p 'file-remote-p 'file-symlink-p 'file-writable-p 'lock-file
         'make-auto-save-file-name 'set-visited-file-modtime 'unlock-file 'vc-registered)
     nil)
    (_ (let ((inhibit-file-name-handlers
              (cons #'vtosca--document-handler
                    (and (eq inhibit-file-name-operation operation) inhibit-file-name-handlers)))
             (inhibit-file-name-operation operation))
         (apply operation arguments)))))

(add-to-list 'file-name-handler-alist
             (cons vtosca--document-regexp #'vtosca--document-handler))

(defun vtosca--leave-document (path-of uri)
  "A document's URI is its file name; the path of others PATH-OF knows."
  (let ((text (if (keywordp uri) (substring (symbol-name uri) 1) uri)))
    (if (string-match-p vtosca--document-regexp text) text (funcall path-of uri))))

;; From 1.10 on, eglot leaves to Emacs what is no file by itself.
(unless (fboundp 'eglot-uri-to-path)
  (advice-add 'eglot--uri-to-path :around #'vtosca--leave-document))

;;;; Lists that follow the template

(defvar-local vtosca--source nil "The template's buffer of a list.")
(defvar-local vtosca--question nil "What a list asks the server, as method and parameters.")
(defvar-local vtosca--draw nil "Function that fills a list with an answer.")

(defun vtosca--place (uri position)
  "The place POSITION in the file URI, as the property of a line."
  (list uri position))

(defun vtosca-visit ()
  "Go to the place of the line."
  (interactive)
  (let ((place (or (get-text-property (line-beginning-position) 'vtosca-place)
                   (user-error "This line has no place"))))
    (pop-to-buffer (if (car place)
                       (find-file-noselect (vtosca--file (car place)))
                     vtosca--source))
    (push-mark nil t)
    (goto-char (vtosca--goto (cadr place)))))

(defvar vtosca-list-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'vtosca-visit)
    map)
  "Keys of `vtosca-list-mode'.")

(define-derived-mode vtosca-list-mode special-mode "TOSCA list"
  "Lines about a template; \\<vtosca-list-mode-map>\\[vtosca-visit] goes to the place of one."
  (setq truncate-lines t)
  (hl-line-mode 1))

(defun vtosca--fill-list (buffer answer)
  "Show ANSWER in the list BUFFER, and leave the cursor in its line."
  (with-current-buffer buffer
    (let ((inhibit-read-only t)
          (line (line-number-at-pos)))
      (erase-buffer)
      (funcall vtosca--draw answer)
      (goto-char (point-min))
      (forward-line (1- line))
      (dolist (window (get-buffer-window-list buffer nil t))
        (set-window-point window (point))))))

(defun vtosca--list (name draw method &rest parameters)
  "Show a list called NAME: the answer to METHOD with PARAMETERS.
DRAW is called with it in the list's buffer.  The list follows the template."
  (let ((source (current-buffer))
        (answer (apply #'vtosca--request method parameters))
        (buffer (get-buffer-create name)))
    (unless answer
      (user-error "No element of the service template here"))
    (with-current-buffer buffer
      (vtosca-list-mode)
      (setq vtosca--source source
            vtosca--question (cons method parameters)
            vtosca--draw draw))
    (vtosca--fill-list buffer answer)
    (display-buffer buffer)
    buffer))

(defun vtosca--refresh-lists ()
  "Have the lists about this buffer follow it."
  (let ((source (current-buffer)))
    (dolist (buffer (buffer-list))
      (when (eq source (buffer-local-value 'vtosca--source buffer))
        (let ((question (buffer-local-value 'vtosca--question buffer)))
          (jsonrpc-async-request
           (vtosca--server) (car question)
           (append `(:textDocument (:uri ,(vtosca--uri))) (cdr question))
           :success-fn (lambda (answer)
                         (when (and answer (buffer-live-p buffer))
                           (vtosca--fill-list buffer answer)))
           :error-fn #'ignore))))))

(defun vtosca--insert-line (text &optional place)
  "Insert a line with TEXT, which leads to PLACE.
A name in it may hold whatever a text may."
  (insert (propertize (concat (string-replace "\n" " " text) "\n") 'vtosca-place place)))

;;;; The presence table

(defun vtosca--mark (presence)
  "The mark of PRESENCE in the table."
  (pcase presence
    ("present" (propertize "✓" 'face 'vtosca-present-face))
    ("absent" (propertize "✗" 'face 'vtosca-absent-face))
    ("error" (propertize "!" 'face 'vtosca-error-face))
    (_ "?")))

(defun vtosca--pad (text width)
  "TEXT and blanks up to WIDTH."
  (concat text (make-string (max 0 (- width (string-width text))) ?\s)))

(defun vtosca--draw-presence (table)
  "Insert the presence TABLE; the names of the variants stay above it."
  (let* ((elements (append (plist-get table :elements) nil))
         (variants (append (plist-get table :variants) nil))
         (names (mapcar (lambda (v) (plist-get v :name)) variants))
         (active (plist-get table :active))
         (width (apply #'max 1 (mapcar (lambda (e) (string-width (plist-get e :display))) elements))))
    (setq header-line-format
          (list (propertize " " 'display '(space :align-to 0))
                (vtosca--pad "" width)
                (mapconcat (lambda (name)
                             (let ((text (string-replace "%" "%%" name)))
                               (concat "  " (if (equal name active) (propertize text 'face 'bold) text))))
                           names "")))
    (dolist (element elements)
      (vtosca--insert-line
       (concat (vtosca--pad (plist-get element :display) width)
               (mapconcat (lambda (name)
                            (concat "  " (vtosca--pad
                                          (vtosca--mark (plist-get (plist-get element :presence)
                                                                   (intern (concat ":" name))))
                                          (string-width name))))
                          names ""))
       (vtosca--place nil (plist-get (plist-get element :range) :start))))
    (dolist (variant variants)
      (when (equal "error" (plist-get variant :status))
        (vtosca--insert-line (format "%s: %s" (plist-get variant :name) (plist-get variant :error)))))))

;;;###autoload
(defun vtosca-presence (&optional filter variant)
  "Show which elements are present under which variant.
With a prefix argument, ask for a FILTER: only elements of a
presence under a VARIANT, or whose presence differs."
  (interactive
   (when current-prefix-arg
     (let ((filter (completing-read "Only elements that are: "
                                    '("absent" "present" "depends" "error" "differing") nil t)))
       (list filter (unless (equal filter "differing") (vtosca--read-variant "Under: "))))))
  (pop-to-buffer
   (apply #'vtosca--list "*vtosca presence*" #'vtosca--draw-presence :vtosca/presence
          (append (and filter `(:filter ,filter)) (and variant `(:variant ,variant))))))

;;;; The topology

(defun vtosca--draw-topology (graph)
  "Insert what is hosted where in the GRAPH, and the other relations of each node."
  (let ((nodes (make-hash-table :test #'equal))
        (hosted (make-hash-table :test #'equal))
        (relations (make-hash-table :test #'equal))
        (guests (make-hash-table :test #'equal))
        (shown (make-hash-table :test #'equal)))
    (mapc (lambda (node) (puthash (plist-get node :id) node nodes)) (plist-get graph :nodes))
    (mapc (lambda (edge)
            (if (eq t (plist-get edge :hosting))
                (progn (puthash (plist-get edge :source) t guests)
                       (push edge (gethash (plist-get edge :target) hosted)))
              (push edge (gethash (plist-get edge :source) relations))))
          (plist-get graph :edges))
    (cl-labels
        ((add (indentation text presence range)
           (vtosca--insert-line
            (concat (make-string indentation ?\s)
                    (if (equal presence "absent")
                        (propertize (concat text " ✗") 'face 'vtosca-absent-face)
                      text))
            (vtosca--place nil (plist-get range :start))))
         (show (node indentation edge)
           (let ((id (plist-get node :id))
                 (presence (plist-get node :presence)))
             (add indentation
                  (concat (plist-get node :name)
                          (and (plist-get node :type) (concat "  " (plist-get node :type))))
                  (if (and edge (equal presence "present")) (plist-get edge :presence) presence)
                  (plist-get node :range))
             (unless (gethash id shown)
               (puthash id t shown)
               (dolist (edge (reverse (gethash id relations)))
                 (let ((target (gethash (plist-get edge :target) nodes)))
                   (when target
                     (add (+ indentation 4)
                          (format "→ %s: %s" (plist-get edge :name) (plist-get target :name))
                          (plist-get edge :presence) (plist-get edge :range)))))
               (dolist (edge (reverse (gethash id hosted)))
                 (let ((guest (gethash (plist-get edge :source) nodes)))
                   (when guest (show guest (+ indentation 4) edge))))))))
      (mapc (lambda (node)
              (unless (gethash (plist-get node :id) guests) (show node 0 nil)))
            (plist-get graph :nodes))
      ;; those that host each other
      (mapc (lambda (node)
              (unless (gethash (plist-get node :id) shown) (show node 0 nil)))
            (plist-get graph :nodes)))))

;;;###autoload
(defun vtosca-topology (&optional as-graph)
  "Show the topology of the active variant: what is hosted where, as a tree.
With a prefix argument AS-GRAPH in the language of Graphviz; what is
absent is dashed there."
  (interactive "P")
  (if as-graph
      (vtosca--show "*vtosca graph*"
                    (plist-get (vtosca--request :vtosca/graph :format "dot") :text)
                    (if (fboundp 'graphviz-dot-mode) 'graphviz-dot-mode #'text-mode))
    (vtosca--list "*vtosca topology*" #'vtosca--draw-topology :vtosca/graph)))

;;;; Explanations

(defun vtosca--same-reasons (variants)
  "Group the VARIANTS of an explanation by their reasons.
A group is a list of names, a presence and steps."
  (let (groups)
    (mapc (lambda (variant)
            (let* ((presence (plist-get variant :presence))
                   (steps (plist-get variant :steps))
                   (words (mapcar (lambda (step)
                                    (cons (plist-get step :depth) (plist-get step :text)))
                                  steps))
                   (group (cl-find-if (lambda (g) (equal (cddr g) (list presence words))) groups)))
              (if group
                  (setcar group (append (car group) (list (plist-get variant :name))))
                (push (list (list (plist-get variant :name)) steps presence words) groups))))
          variants)
    (mapcar (lambda (group) (list (car group) (nth 2 group) (nth 1 group))) (nreverse groups))))

(defun vtosca--draw-explanation (answer)
  "Insert the reasons of ANSWER."
  (setq header-line-format (string-replace "%" "%%" (plist-get answer :display)))
  (dolist (group (vtosca--same-reasons (plist-get answer :variants)))
    (vtosca--insert-line (propertize (format "%s: %s" (string-join (car group) ", ") (nth 1 group))
                                     'face 'bold))
    (mapc (lambda (step)
            (let ((location (plist-get step :location)))
              (vtosca--insert-line
               (concat (make-string (* 2 (1+ (plist-get step :depth))) ?\s) (plist-get step :text))
               (and location
                    (vtosca--place (plist-get location :uri)
                                   (plist-get (plist-get location :range) :start))))))
          (nth 2 group))))

;;;###autoload
(defun vtosca-explain ()
  "Say why the element at point is present or absent under each variant."
  (interactive)
  (vtosca--list "*vtosca explain*" #'vtosca--draw-explanation :vtosca/explain
                :position (vtosca--position)))

;;;; Other answers as text

(defun vtosca--show (name text mode)
  "Show TEXT read-only in a buffer called NAME, in MODE."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (funcall mode)
    (view-mode 1)
    (display-buffer (current-buffer))))

(defun vtosca--show-resolved (variant resolved)
  "A buffer with the template of VARIANT that the server RESOLVED."
  (vtosca--show-document (format "*vtosca resolved %s*" variant) (plist-get resolved :uri)))

;;;###autoload
(defun vtosca-resolved (variant)
  "Show the resolved template of VARIANT.
It follows the template as you edit that."
  (interactive (list (vtosca--read-variant "Resolve for: ")))
  (display-buffer
   (vtosca--show-resolved variant (vtosca--request :vtosca/resolved :variant variant))))

;;;###autoload
(defun vtosca-difference (from to)
  "Show how the resolved templates of the variants FROM and TO differ."
  (interactive (list (vtosca--read-variant "Compare: ") (vtosca--read-variant "With: ")))
  (let ((answer (vtosca--request :vtosca/difference :from from :to to)))
    (display-buffer (diff-no-select (vtosca--show-resolved from (plist-get answer :from))
                                    (vtosca--show-resolved to (plist-get answer :to))
                                    nil t (get-buffer-create "*vtosca difference*")))))

;;;###autoload
(defun vtosca-run-tests ()
  "Run every variability test of the template.
What is expected and not met leads to the place of the expectation."
  (interactive)
  (let ((answer (vtosca--request :vtosca/runTest)))
    (vtosca--show
     "*vtosca tests*"
     (concat
      (mapconcat
       (lambda (test)
         (concat (format "%s %s\n" (if (eq t (plist-get test :passed)) "passed" "FAILED")
                         (plist-get test :name))
                 (mapconcat #'vtosca--failure (plist-get test :failures) "")))
       (plist-get answer :tests) "")
      (format "%d passed, %d failed\n" (plist-get answer :passed) (plist-get answer :failed)))
     #'compilation-mode)))

(defun vtosca--failure (failure)
  "A line of `compilation-mode' about a FAILURE."
  (let* ((location (plist-get failure :location))
         (start (plist-get (plist-get location :range) :start)))
    (format "%s:%d:%d: %s\n" (vtosca--file (plist-get location :uri))
            (1+ (plist-get start :line)) (1+ (plist-get start :character))
            (plist-get failure :message))))

(provide 'vtosca)
;;; vtosca.el ends here
